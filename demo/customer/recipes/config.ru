# Lets Puma, Unicorn and Passenger serve the recipe in Ruby: `puma config.ru`.
require_relative "inbox_token"
run Sinatra::Application
