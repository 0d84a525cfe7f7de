# The refresh endpoint in Ruby with Sinatra.

require "json"
require "net/http"
require "openssl"
require "sinatra"
require "timeout"
require "zlib"

TIME_LIMIT_S = 10 # less than the 15 s that the widget waits
LONGEST_ANSWER = 256 * 1024 # in bytes: room for the longest token

# A secret that was read from a file ends with a line break.
BASE_URL = ENV.fetch("INBOX_BASE_URL").chomp("/")
API_KEY = ENV.fetch("INBOX_API_KEY").strip
COMPONENT_ID = ENV.fetch("INBOX_COMPONENT_ID")

# What your table of users would know: which client of the service each of them is.
CLIENTS = { "ada" => ENV.fetch("INBOX_CLIENT_ID") }.freeze

set :bind, "127.0.0.1"
set :port, ENV.fetch("PORT").to_i
set :sessions, httponly: true, same_site: :lax
set :session_secret, ENV.fetch("SESSION_SECRET")

before { cache_control :no_store }

helpers do
  # Answers with a problem (RFC 9457) and ends.
  def problem(status, code, headers = {})
    body = { type: "about:blank", status: status, code: code }.to_json
    halt status, { "Content-Type" => "application/problem+json" }.merge(headers), body
  end

  # Asks the service for a token (specification, "Request a token").
  def request_token(client_id)
    answer, text = call_service(client_id)
    body = parse_object(text)
    status = answer.code.to_i
    token, code = body.values_at("token", "code")
    return body.slice("token", "expires_in") if status.between?(200, 299) && token.is_a?(String) && !token.empty?

    # Nothing else that a service may write there belongs into an answer or a log.
    code = "service_refused" unless code.is_a?(String) && code.match?(/\A[a-z_]{1,64}\z/)
    warn "The inbox service answered #{status} (#{code})."
    if status == 429 || (status == 503 && answer["Retry-After"])
      problem 503, "service_busy", "Retry-After" => answer["Retry-After"] || "30"
    end
    problem 502, "service_failed" unless status.between?(400, 499) && ![408, 425].include?(status)
    # A 401 would tell the widget that the user is signed out; this is for the operator.
    problem code == "client_unknown" ? 403 : 424, code
  end

  # Net::HTTP follows no redirect, so the key stays with the service.
  def call_service(client_id)
    url = URI("#{BASE_URL}/authentication/login_check")
    body = { componentId: COMPONENT_ID, clientId: client_id }.to_json
    headers = { "Content-Type" => "application/json", "X-API-KEY" => API_KEY }
    # Over all: the limits of Net::HTTP begin anew with each byte that comes.
    Timeout.timeout(TIME_LIMIT_S) do
      Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == "https") do |http|
        text = +""
        answer = http.request(Net::HTTP::Post.new(url.path, headers), body) do |response|
          response.read_body { |part| raise IOError if (text << part).bytesize > LONGEST_ANSWER }
        end
        [answer, text]
      end
    end
  rescue Timeout::Error
    warn "The inbox service did not answer in time."
    problem 504, "service_timeout"
  rescue SystemCallError, SocketError, IOError, OpenSSL::SSL::SSLError, Net::ProtocolError, Net::HTTPBadResponse, Zlib::Error => e
    warn "The inbox service could not be reached (#{e.class})."
    problem 502, "service_unreachable"
  end

  def parse_object(text)
    value = JSON.parse(text)
    value.is_a?(Hash) ? value : {}
  rescue JSON::ParserError, TypeError
    {}
  end
end

post "/inbox-token" do
  # No other site's form can send this header; and a browser says where a request comes from.
  problem 403, "requested_with_missing" unless request.env["HTTP_X_REQUESTED_WITH"] == "inbox-widget"
  problem 403, "origin_not_allowed" unless [nil, "same-origin"].include?(request.env["HTTP_SEC_FETCH_SITE"])
  client_id = CLIENTS[session[:user]] or problem 401, "session_missing"
  content_type :json
  request_token(client_id).to_json
end

%i[get put patch delete options].each do |method|
  send(method, "/inbox-token") { problem 405, "method_not_allowed", "Allow" => "POST" }
end

# Stands in for your own sign-in.
post "/sign-in" do
  halt 403 unless CLIENTS.key?(params[:user])
  session.clear
  session[:user] = params[:user]
  204
end
