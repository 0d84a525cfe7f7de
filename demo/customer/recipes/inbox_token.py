"""The refresh endpoint in Python with Flask and requests."""

import json
import logging
import os
import re
import time

import requests
from flask import Flask, jsonify, request, session

TIME_LIMIT_S = 10  # less than the 15 s that the widget waits
LONGEST_ANSWER = 256 * 1024  # in bytes: room for the longest token

log = logging.getLogger(__name__)

app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]
app.config.update(SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Lax")

# A secret that was read from a file ends with a line break.
BASE_URL = os.environ["INBOX_BASE_URL"].rstrip("/")
API_KEY = os.environ["INBOX_API_KEY"].strip()
COMPONENT_ID = os.environ["INBOX_COMPONENT_ID"]

# What your table of users would know: which client of the service each of them is.
CLIENTS = {"ada": os.environ["INBOX_CLIENT_ID"]}


class Problem(Exception):
    """An answer in problem details (RFC 9457)."""

    def __init__(self, status, code, headers=None):
        super().__init__(code)
        self.status, self.code, self.headers = status, code, headers or {}


@app.errorhandler(Problem)
def answer_problem(problem):
    body = {"type": "about:blank", "status": problem.status, "code": problem.code}
    headers = {"Content-Type": "application/problem+json", **problem.headers}
    return jsonify(body), problem.status, headers


@app.after_request
def forbid_caching(response):
    if request.path == "/inbox-token":
        response.headers["Cache-Control"] = "no-store"
    return response


@app.route("/inbox-token", methods=["POST"], provide_automatic_options=False)
def inbox_token():
    # No other site's form can send this header; and a browser says where a request comes from.
    if request.headers.get("X-Requested-With") != "inbox-widget":
        raise Problem(403, "requested_with_missing")
    if request.headers.get("Sec-Fetch-Site", "same-origin") != "same-origin":
        raise Problem(403, "origin_not_allowed")
    client_id = CLIENTS.get(session.get("user"))
    if not client_id:
        raise Problem(401, "session_missing")
    return request_token(client_id)


def request_token(client_id, time_limit_s=TIME_LIMIT_S):
    """Asks the service for a token (specification, "Request a token"). Here begins what knows nothing of Flask."""
    try:
        answer, text = call_service(client_id, time_limit_s)
    except requests.Timeout:
        log.error("The inbox service did not answer in time.")
        raise Problem(504, "service_timeout") from None
    except requests.RequestException as error:
        # Only its kind: the text of some repeats the headers, and so the key.
        log.error("The inbox service could not be reached (%s).", type(error).__name__)
        raise Problem(502, "service_unreachable") from None

    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    body = body if isinstance(body, dict) else {}
    status, token, code = answer.status_code, body.get("token"), body.get("code")
    if 200 <= status < 300 and isinstance(token, str) and token:
        return {key: body[key] for key in ("token", "expires_in") if key in body}
    # Nothing else that a service may write there belongs into an answer or a log.
    if not isinstance(code, str) or not re.fullmatch("[a-z_]{1,64}", code):
        code = "service_refused" if 400 <= status < 500 else "service_answer_unusable"
    log.error("The inbox service answered %s (%s).", status, code)
    if status == 429 or (status == 503 and "Retry-After" in answer.headers):
        raise Problem(503, "service_busy", {"Retry-After": answer.headers.get("Retry-After", "30")})
    if 400 <= status < 500 and status not in (408, 425):
        # A 401 would tell the widget that the user is signed out; this is for the operator.
        raise Problem(403 if code == "client_unknown" else 424, code)
    raise Problem(502, "service_failed")


def call_service(client_id, time_limit_s):
    """The service's answer, and its text as far as it may be the service's."""
    deadline = time.monotonic() + time_limit_s
    text = bytearray()
    with requests.post(
        BASE_URL + "/authentication/login_check",
        json={"componentId": COMPONENT_ID, "clientId": client_id},
        headers={"X-API-KEY": API_KEY},
        timeout=time_limit_s,  # for each wait, hence the deadline
        allow_redirects=False,  # a redirect would take the key elsewhere
        stream=True,
    ) as answer:
        # Byte by byte, since a larger part would be waited for until it is whole.
        for byte in answer.iter_content(1):
            text += byte
            if time.monotonic() > deadline:
                raise requests.Timeout
            if len(text) > LONGEST_ANSWER:
                break
    return answer, text


@app.post("/sign-in")
def sign_in():
    """Stands in for your own sign-in."""
    user = request.form.get("user")
    if user not in CLIENTS:
        raise Problem(403, "user_unknown")
    session.clear()
    session["user"] = user
    return "", 204


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ["PORT"]))
