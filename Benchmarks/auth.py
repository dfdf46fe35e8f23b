"""How long each endpoint of Auth takes, one request at a time: flows of an application, of which every request is timed."""
import base64, hashlib, hmac, http.client, json, random, statistics, string, struct, time, urllib.parse

PROJECT = """
[auth]
additional_redirect_urls = ["http://127.0.0.1:*/**"]
enable_anonymous_sign_ins = true
enable_manual_linking = true
[auth.email]
enable_confirmations = true
max_frequency = "1ms"
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.external.google]
enabled = true
client_id = "google-client"
secret = "google-secret"
"""

VERIFIER = "test" * 14
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


class Flows:
    def __init__(self, url, key, service_key):
        parts = urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        self.key, self.service_key = key, service_key
        self.times = {}

    def ask(self, name, method, path, body=None, token=None, expected=(200, 204, 302, 303)):
        headers = {"apikey": self.key, "Authorization": f"Bearer {token or self.key}", "X-Supabase-Api-Version": "2024-01-01"}
        data = None if body is None else json.dumps(body)
        began = time.perf_counter()
        self.connection.request(method, path, data, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if name:
            self.times.setdefault(name, []).append((time.perf_counter() - began) * 1000)
        if answer.status not in expected:
            raise SystemExit(f"bench: {method} {path}: {answer.status} {text.decode()[:300]}")
        return answer.headers.get("Location") or (json.loads(text) if text else None)

    def auth(self, name, path, body=None, token=None, method=None):
        return self.ask(name and f"{method or ('GET' if body is None else 'POST')} {name}", method or ("GET" if body is None else "POST"),
                        "/auth/v1" + path, body, token)

    def mail(self, address):
        return self.ask(None, "GET", "/inbox/api/v1/next?to=" + urllib.parse.quote(address))["Auth"]

    def local(self, url):
        """Without host and port: redirects lead back to the server."""
        parts = urllib.parse.urlsplit(url)
        return parts.path + ("?" + parts.query if parts.query else "")

    def once(self):
        email = "".join(random.choices(string.ascii_lowercase, k=12)) + "@example.com"
        self.auth("/settings", "/settings")
        self.auth("/.well-known/jwks.json", "/.well-known/jwks.json")
        self.auth("/signup, anonymous", "/signup", {})
        self.auth("/signup", "/signup", {"email": email, "password": "walkies!"})
        self.mail(email)
        self.auth("/resend", "/resend", {"type": "signup", "email": email})
        self.auth("/verify", "/verify", {"type": "signup", "email": email, "token": self.mail(email)["token"]})
        session = self.auth("/token, password", "/token?grant_type=password", {"email": email, "password": "walkies!"})
        session = self.auth("/token, refresh_token", "/token?grant_type=refresh_token", {"refresh_token": session["refresh_token"]})
        token = session["access_token"]
        self.auth("/user", "/user", token=token)
        self.auth("/user, data", "/user", {"data": {"city": "Seoul"}}, token, "PUT")
        self.auth("/user, password", "/user", {"password": "fetch it!"}, token, "PUT")
        self.auth("/user, email", "/user", {"email": "new." + email}, token, "PUT")
        self.mail(email)
        self.auth("/reauthenticate", "/reauthenticate", token=token)
        self.mail(email)
        self.auth("/otp", "/otp", {"email": email})
        link = self.mail(email)["action_link"]
        self.ask("GET /verify, link", "GET", self.local(link))
        self.auth("/recover", "/recover", {"email": email})
        self.mail(email)
        self.second_factor(token)
        self.provider(email)
        self.auth("/logout", "/logout?scope=local", {}, token)
        self.administration()

    def second_factor(self, token):
        factor = self.auth("/factors", "/factors", {"factor_type": "totp", "friendly_name": "phone"}, token)
        challenge = self.auth("/factors/{id}/challenge", f"/factors/{factor['id']}/challenge", {}, token)
        key = base64.b32decode(factor["totp"]["secret"])
        digest = hmac.new(key, struct.pack(">Q", int(time.time() // 30)), hashlib.sha1).digest()
        code = f"{(struct.unpack('>I', digest[digest[-1] & 15:][:4])[0] & 0x7FFFFFFF) % 1000000:06d}"
        raised = self.auth("/factors/{id}/verify", f"/factors/{factor['id']}/verify", {"challenge_id": challenge["id"], "code": code}, token)
        self.ask("DELETE /factors/{id}", "DELETE", f"/auth/v1/factors/{factor['id']}", None, raised["access_token"])

    def provider(self, email):
        query = urllib.parse.urlencode({"provider": "google", "login_hint": "p." + email, "code_challenge": CHALLENGE, "code_challenge_method": "s256"})
        page = self.auth("/authorize", "/authorize?" + query)
        back = self.ask("GET /authorize/local", "GET", self.local(page))
        end = self.ask("GET /callback", "GET", self.local(back))
        code = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(end).query))["code"]
        session = self.auth("/token, pkce", "/token?grant_type=pkce", {"auth_code": code, "code_verifier": VERIFIER})
        self.auth("/user/identities/authorize", "/user/identities/authorize?skip_http_redirect=true&provider=google", token=session["access_token"])
        minted = self.auth("/local/id-token", "/local/id-token", {"provider": "google", "email": "i." + email})
        self.auth("/token, id_token", "/token?grant_type=id_token", {"provider": "google", "id_token": minted["id_token"]})

    def administration(self):
        key, email = self.service_key, "".join(random.choices(string.ascii_lowercase, k=12)) + "@example.com"
        user = self.auth("/admin/users", "/admin/users", {"email": email, "password": "walkies!", "email_confirm": True}, key)
        self.auth("/admin/users", "/admin/users?per_page=50", token=key)
        self.auth("/admin/users/{id}", f"/admin/users/{user['id']}", token=key)
        self.auth("/admin/users/{id}", f"/admin/users/{user['id']}", {"user_metadata": {"a": 1}}, key, "PUT")
        self.auth("/admin/generate_link", "/admin/generate_link", {"type": "magiclink", "email": email}, key)
        self.auth("/invite", "/invite", {"email": "guest." + email}, key)
        self.auth("/admin/audit", "/admin/audit?per_page=50", token=key)
        self.ask("DELETE /admin/users/{id}", "DELETE", f"/auth/v1/admin/users/{user['id']}", {}, key)


def measure(server, rounds):
    flows = Flows(server.url, server.key, server.service_key)
    flows.once()
    flows.times.clear()
    for _ in range(rounds):
        flows.once()
    print(f"\nAuth, one request at a time, {rounds} of each; bcrypt at cost 10 is where a password is made or checked\n")
    print(f"{'':34} {'p50 ms':>8} {'p99 ms':>8}")
    for name, times in flows.times.items():
        ordered = sorted(times)
        print(f"{name:34} {statistics.median(ordered):8.2f} {ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]:8.2f}")
