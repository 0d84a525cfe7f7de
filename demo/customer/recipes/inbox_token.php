<?php
// The refresh endpoint in PHP 8, without a framework. Needs the extension curl.
declare(strict_types=1);

const TIME_LIMIT_S = 10; // less than the 15 s that the widget waits
const LONGEST_ANSWER = 256 * 1024; // in bytes: room for the longest token

/** What your table of users would know: which client of the service each of them is. */
function client_of(mixed $user): ?string
{
    return $user === 'ada' ? setting('INBOX_CLIENT_ID') : null;
}

/** A value of the environment. A secret that was read from a file ends with a line break. */
function setting(string $name): string
{
    $value = trim((string) getenv($name));
    if ($value !== '') return $value;
    error_log("$name is not set.");
    throw new Problem(424, 'options_invalid');
}

/** An answer in problem details (RFC 9457). */
class Problem extends Exception
{
    public function __construct(public int $status, string $code, public array $headers = [])
    {
        parent::__construct($code);
    }
}

/** Asks the service for a token and returns its answer; throws a Problem where there is none. */
function request_token(string $clientId, int $timeLimitS = TIME_LIMIT_S): array
{
    $retryAfter = null;
    $body = '';
    $call = curl_init(rtrim(setting('INBOX_BASE_URL'), '/') . '/authentication/login_check');
    curl_setopt_array($call, [
        CURLOPT_POST => true,
        CURLOPT_HTTPHEADER => ['Content-Type: application/json', 'X-API-KEY: ' . setting('INBOX_API_KEY')],
        CURLOPT_POSTFIELDS => json_encode(['componentId' => setting('INBOX_COMPONENT_ID'), 'clientId' => $clientId]),
        CURLOPT_FOLLOWLOCATION => false, // a redirect would take the key elsewhere
        CURLOPT_TIMEOUT => $timeLimitS,
        CURLOPT_HEADERFUNCTION => function ($call, string $line) use (&$retryAfter): int {
            if (stripos($line, 'retry-after:') === 0) $retryAfter = trim(substr($line, 12));
            return strlen($line);
        },
        CURLOPT_WRITEFUNCTION => function ($call, string $part) use (&$body): int {
            $body .= $part;
            return strlen($body) > LONGEST_ANSWER ? 0 : strlen($part); // 0 ends the call
        },
    ]);
    if (!curl_exec($call)) {
        error_log('The inbox service could not be reached (' . curl_strerror(curl_errno($call)) . ').');
        $slow = curl_errno($call) === CURLE_OPERATION_TIMEDOUT;
        throw new Problem($slow ? 504 : 502, $slow ? 'service_timeout' : 'service_unreachable');
    }
    $status = curl_getinfo($call, CURLINFO_RESPONSE_CODE);
    $answer = json_decode($body, true);
    $answer = is_array($answer) ? $answer : [];
    if ($status >= 200 && $status < 300 && is_string($answer['token'] ?? null) && $answer['token'] !== '') {
        return array_intersect_key($answer, ['token' => true, 'expires_in' => true]);
    }
    // Nothing else that a service may write there belongs into an answer or a log.
    $code = $answer['code'] ?? null;
    if (!is_string($code) || !preg_match('/^[a-z_]{1,64}$/D', $code)) {
        $code = $status >= 400 && $status < 500 ? 'service_refused' : 'service_answer_unusable';
    }
    error_log("The inbox service answered $status ($code).");
    if ($status === 429 || ($status === 503 && $retryAfter !== null)) {
        throw new Problem(503, 'service_busy', ['Retry-After: ' . ($retryAfter ?? 30)]);
    }
    if ($status < 400 || $status >= 500 || $status === 408 || $status === 425) throw new Problem(502, 'service_failed');
    // A 401 would tell the widget that the user is signed out; this is for the operator.
    throw new Problem($code === 'client_unknown' ? 403 : 424, $code);
}

/** What a request to the endpoint is answered with; throws a Problem where that is no token. */
function token_for(mixed $user): array
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') throw new Problem(405, 'method_not_allowed', ['Allow: POST']);
    // No other site's form can send this header; and a browser says where a request comes from.
    if (($_SERVER['HTTP_X_REQUESTED_WITH'] ?? '') !== 'inbox-widget') throw new Problem(403, 'requested_with_missing');
    if (($_SERVER['HTTP_SEC_FETCH_SITE'] ?? 'same-origin') !== 'same-origin') throw new Problem(403, 'origin_not_allowed');
    return request_token(client_of($user) ?? throw new Problem(401, 'session_missing'));
}

ini_set('display_errors', '0'); // or a mere warning, before the answer, would take its place
session_set_cookie_params(['httponly' => true, 'samesite' => 'Lax', 'path' => '/']);
session_start();
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);

if ($path === '/inbox-token') {
    $user = $_SESSION['user'] ?? null;
    session_write_close(); // or this user's next request would wait for this one
    header('Cache-Control: no-store');
    header('Content-Type: application/json');
    try {
        $answer = token_for($user);
    } catch (Problem $problem) {
        $answer = ['type' => 'about:blank', 'status' => $problem->status, 'code' => $problem->getMessage()];
        http_response_code($problem->status);
        array_map('header', ['Content-Type: application/problem+json', ...$problem->headers]);
    }
    exit(json_encode($answer));
}

// Stands in for your own sign-in.
if ($path === '/sign-in' && client_of($_POST['user'] ?? null) !== null) {
    session_regenerate_id(true);
    $_SESSION['user'] = $_POST['user'];
    http_response_code(204);
    exit;
}
http_response_code(404);
