/** What a customer copies into his page and his backend. The key is named, never shown. */

export interface SnippetValues {
  readonly baseUrl: string;
  readonly componentId: string;
  readonly clientId: string;
}

/** The HTML snippet; the customer's server replaces `[[ TOKEN ]]`. */
export function embedSnippet(baseUrl: string): string {
  return `<script type="module" src="${baseUrl}/inbox-widget.js"></script>
<inbox-widget token="[[ TOKEN ]]" refresh-endpoint="/inbox-token"></inbox-widget>`;
}

/** The token request, in the languages of the recipes. */
export function tokenRequests({ baseUrl, componentId, clientId }: SnippetValues): readonly (readonly [language: string, code: string])[] {
  const address = `${baseUrl}/authentication/login_check`;
  const body = JSON.stringify({ componentId, clientId });
  return [
    [
      'curl',
      `curl ${address} \\
  -H 'Content-Type: application/json' \\
  -H "X-API-KEY: $INBOX_API_KEY" \\
  -d '${body}'`,
    ],
    [
      'Node',
      `const response = await fetch('${address}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-API-KEY': process.env.INBOX_API_KEY },
  body: JSON.stringify({ componentId: '${componentId}', clientId: '${clientId}' }),
  signal: AbortSignal.timeout(10_000),
});
const { token } = await response.json();`,
    ],
    [
      'PHP',
      `$request = curl_init('${address}');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
    CURLOPT_HTTPHEADER => ['Content-Type: application/json', 'X-API-KEY: ' . getenv('INBOX_API_KEY')],
    CURLOPT_POSTFIELDS => json_encode(['componentId' => '${componentId}', 'clientId' => '${clientId}']),
]);
$token = json_decode(curl_exec($request))->token;`,
    ],
    [
      'Python',
      `import json, os, urllib.request

request = urllib.request.Request(
    "${address}",
    data=json.dumps({"componentId": "${componentId}", "clientId": "${clientId}"}).encode(),
    headers={"Content-Type": "application/json", "X-API-KEY": os.environ["INBOX_API_KEY"]},
)
token = json.load(urllib.request.urlopen(request, timeout=10))["token"]`,
    ],
    [
      'Ruby',
      `require 'json'
require 'net/http'

uri = URI('${address}')
response = Net::HTTP.post(uri, { componentId: '${componentId}', clientId: '${clientId}' }.to_json,
                          'Content-Type' => 'application/json', 'X-API-KEY' => ENV.fetch('INBOX_API_KEY'))
token = JSON.parse(response.body).fetch('token')`,
    ],
    [
      'Go',
      `body := strings.NewReader(\`${body}\`)
request, _ := http.NewRequest("POST", "${address}", body)
request.Header.Set("Content-Type", "application/json")
request.Header.Set("X-API-KEY", os.Getenv("INBOX_API_KEY"))
response, err := (&http.Client{Timeout: 10 * time.Second}).Do(request)
if err != nil {
	return "", err
}
defer response.Body.Close()
var answer struct{ Token string }
err = json.NewDecoder(response.Body).Decode(&answer)
return answer.Token, err`,
    ],
  ];
}
