// The refresh endpoint in Go, with the standard library only.
package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Less than the 15 s that the widget waits. No redirect is followed: it would take the key elsewhere.
var client = &http.Client{
	Timeout:       10 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

var (
	baseURL     = strings.TrimRight(setting("INBOX_BASE_URL"), "/")
	apiKey      = setting("INBOX_API_KEY")
	componentID = setting("INBOX_COMPONENT_ID")
)

// What your table of users would know: which client of the service each of them is.
var clients = map[string]string{"ada": setting("INBOX_CLIENT_ID")}

// setting reads the environment. A secret that was read from a file ends with a line break.
func setting(name string) string {
	value := strings.TrimSpace(os.Getenv(name))
	if value == "" {
		log.Fatalf("%s is not set.", name)
	}
	return value
}

// An issued token, with its lifetime in seconds where the service states that.
type issued struct {
	Token     string      `json:"token"`
	ExpiresIn json.Number `json:"expires_in,omitempty"`
}

// What a code may be. Nothing else that a service may write there belongs into an answer or a log.
var codeShape = regexp.MustCompile(`^[a-z_]{1,64}$`)

// A problem is an answer in problem details (RFC 9457).
type problem struct {
	status     int
	code       string
	retryAfter string
}

func (p *problem) answer(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/problem+json")
	if p.retryAfter != "" {
		w.Header().Set("Retry-After", p.retryAfter)
	}
	w.WriteHeader(p.status)
	json.NewEncoder(w).Encode(map[string]any{"type": "about:blank", "status": p.status, "code": p.code})
}

func inboxToken(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	token, failure := tokenFor(r)
	if failure != nil {
		if failure.status == http.StatusMethodNotAllowed {
			w.Header().Set("Allow", http.MethodPost)
		}
		failure.answer(w)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(token)
}

func tokenFor(r *http.Request) (*issued, *problem) {
	if r.Method != http.MethodPost {
		return nil, &problem{status: 405, code: "method_not_allowed"}
	}
	// No other site's form can send this header; and a browser says where a request comes from.
	if r.Header.Get("X-Requested-With") != "inbox-widget" {
		return nil, &problem{status: 403, code: "requested_with_missing"}
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return nil, &problem{status: 403, code: "origin_not_allowed"}
	}
	clientID := clients[userOf(r)]
	if clientID == "" {
		return nil, &problem{status: 401, code: "session_missing"}
	}
	return requestToken(r.Context(), clientID)
}

// requestToken asks the service for a token (specification, "Request a token").
func requestToken(ctx context.Context, clientID string) (*issued, *problem) {
	body, _ := json.Marshal(map[string]string{"componentId": componentID, "clientId": clientID})
	url := baseURL + "/authentication/login_check"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, &problem{status: 424, code: "options_invalid"}
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-API-KEY", apiKey)
	response, err := client.Do(request)
	if err != nil {
		return nil, unreachable(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 256*1024))
	if err != nil {
		return nil, unreachable(err)
	}
	var answer struct {
		issued
		Code string `json:"code"`
	}
	readable := json.Unmarshal(text, &answer) == nil
	status := response.StatusCode
	if status/100 == 2 && readable && answer.Token != "" {
		return &answer.issued, nil
	}
	code := answer.Code
	switch {
	case codeShape.MatchString(code):
	case status/100 == 4:
		code = "service_refused"
	default:
		code = "service_answer_unusable"
	}
	log.Printf("The inbox service answered %d (%s).", status, code)
	return nil, judge(status, code, response.Header.Get("Retry-After"))
}

func unreachable(err error) *problem {
	log.Printf("The inbox service could not be reached: %v", err)
	var failure net.Error
	if errors.As(err, &failure) && failure.Timeout() {
		return &problem{status: 504, code: "service_timeout"}
	}
	return &problem{status: 502, code: "service_unreachable"}
}

func judge(status int, code, retryAfter string) *problem {
	switch {
	case status == 429 && retryAfter == "":
		return &problem{status: 503, code: "service_busy", retryAfter: "30"}
	case status == 429, status == 503 && retryAfter != "":
		return &problem{status: 503, code: "service_busy", retryAfter: retryAfter}
	case status/100 != 4, status == 408, status == 425:
		return &problem{status: 502, code: "service_failed"}
	case code == "client_unknown":
		return &problem{status: 403, code: code}
	}
	// A 401 would tell the widget that the user is signed out; this is for the operator.
	return &problem{status: 424, code: code}
}

// From here on: stands in for your own sessions and sign-in.
var sessions sync.Map

func userOf(r *http.Request) string {
	cookie, err := r.Cookie("session")
	if err != nil {
		return ""
	}
	user, _ := sessions.Load(cookie.Value)
	name, _ := user.(string)
	return name
}

func signIn(w http.ResponseWriter, r *http.Request) {
	user := r.PostFormValue("user")
	if _, known := clients[user]; !known {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	random := make([]byte, 24)
	if _, err := rand.Read(random); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	id := base64.RawURLEncoding.EncodeToString(random)
	sessions.Store(id, user)
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	http.HandleFunc("/inbox-token", inboxToken)
	http.HandleFunc("/sign-in", signIn)
	server := &http.Server{
		Addr:              "127.0.0.1:" + setting("PORT"),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       2 * time.Minute, // or the limit above would cut connections that a proxy keeps for its next request
	}
	log.Fatal(server.ListenAndServe())
}
