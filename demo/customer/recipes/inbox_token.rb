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
# Net::HTTP's own complaint would repeat it.
abort "INBOX_API_KEY holds what no header can." unless API_KEY.match?(/\A[!-~]+\z/)
COMPONENT_ID = ENV.fetch("INBOX_COMPONENT_ID")

# What your table of users would know: which client of the service each of them is.
CLIENTS = { "ada" => ENV.fetch("INBOX_CLIENT_ID") }.freeze

set :bind, "127.0.0.1"
set :sessions, httponly: true, same_site: :lax
set :session_secret, ENV.fetch("SESSION_SECRET")

before("/inbox-token") { cache_control :no_store }

# An answer in problem details (RFC 9457).
class Problem < StandardError
  attr_reader :status, :code, :headers

  def initialize(status, code, headers = {})
    super(code)
    @status, @code, @headers = status, code, headers
  end
end

helpers do
  # Answers with a problem and ends.
  def answer(problem)
    body = { type: "about:blank", status: problem.status, code: problem.code }.to_json
    halt problem.status, { "Content-Type" => "application/problem+json" }.merge(problem.headers), body
  end

  # Asks the service for a token (specification, "Request a token"); raises a Problem where there is none.
  def request_token(client_id, time_limit_s = TIME_LIMIT_S)
    answer, text = call_service(client_id, time_limit_s)
    body = parse_object(text)
    status = answer.code.to_i
    token, code = body.values_at("token", "code")
    return body.slice("token", "expires_in") if status.between?(200, 299) && token.is_a?(String) && !token.empty?

    # Nothing else that a service may write there belongs into an answer or a log.
    unusable = status.between?(400, 499) ? "service_refused" : "service_answer_unusable"
    code = unusable unless code.is_a?(String) && code.match?(/\A[a-z_]{1,64}\z/)
    warn "The inbox service answered #{status} (#{code})."
    if status == 429 || (status == 503 && answer["Retry-After"])
      raise Problem.new(503, "service_busy", "Retry-After" => answer["Retry-After"] || "30")
    end
    raise Problem.new(502, "service_failed") unless status.between?(400, 499) && ![408, 425].include?(status)
    # A 401 would tell the widget that the user is signed out; this is for the operator.
    raise Problem.new(code == "client_unknown" ? 403 : 424, code)
  end

  # Net::HTTP follows no redirect, so the key stays with the service.
  def call_service(client_id, time_limit_s)
    url = URI("#{BASE_URL}/authentication/login_check")
    body = { componentId: COMPONENT_ID, clientId: client_id }.to_json
    headers = { "Content-Type" => "application/json", "X-API-KEY" => API_KEY }
    # Over all: the limits of Net::HTTP begin anew with each byte that comes.
    Timeout.timeout(time_limit_s) do
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
    raise Problem.new(504, "service_timeout")
  rescue SystemCallError, SocketError, IOError, OpenSSL::SSL::SSLError, Net::ProtocolError, Net::HTTPBadResponse, Zlib::Error => e
    warn "The inbox service could not be reached (#{e.class})."
    raise Problem.new(502, "service_unreachable")
  end

  def parse_object(text)
    value = JSON.parse(text.force_encoding("UTF-8").scrub)
    value.is_a?(Hash) ? value : {}
  rescue JSON::ParserError, TypeError
    {}
  end
end

post "/inbox-token" do
  # No other site's form can send this header; and a browser says where a request comes from.
  raise Problem.new(403, "requested_with_missing") unless request.env["HTTP_X_REQUESTED_WITH"] == "inbox-widget"
  raise Problem.new(403, "origin_not_allowed") unless [nil, "same-origin"].include?(request.env["HTTP_SEC_FETCH_SITE"])
  client_id = CLIENTS[session[:user]] or raise Problem.new(401, "session_missing")
  content_type :json
  request_token(client_id).to_json
rescue Problem => problem
  answer problem
end

%i[get put patch delete options].each do |method|
  send(method, "/inbox-token") { answer Problem.new(405, "method_not_allowed", "Allow" => "POST") }
end

# Stands in for your own sign-in.
post "/sign-in" do
  halt 403 unless CLIENTS.key?(params[:user])
  session.clear
  session[:user] = params[:user]
  204
end
