"""A browser signs in at the local page of a provider: Chromium without a window, driven by its own driver (WebDriver)."""
import contextlib, http.server, json, random, re, string, subprocess, tempfile, threading, time, urllib.error, urllib.parse, urllib.request

import serving


class Browser:
    def __init__(self, driver):
        self.driver = driver
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                            "--disable-background-networking", "--disable-component-update"]}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}})
        self.session = f"/session/{answer['sessionId']}"

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.driver + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"])

    def open(self, url):
        self.call("POST", self.session + "/url", {"url": url})

    def element(self, selector):
        found = self.call("POST", self.session + "/element", {"using": "css selector", "value": selector})
        return self.session + "/element/" + list(found.values())[0]

    def type(self, selector, text):
        element = self.element(selector)
        self.call("POST", element + "/clear", {})
        self.call("POST", element + "/value", {"text": text})

    def click(self, selector):
        self.call("POST", self.element(selector) + "/click", {})

    def text(self, selector="body"):
        return self.call("GET", self.element(selector) + "/text")

    def url(self):
        return self.call("GET", self.session + "/url")

    def wait(self, condition):
        end = time.monotonic() + 20
        while not condition(self.url()):
            if time.monotonic() > end:
                raise AssertionError(f"the browser stays at {self.url()}: {self.text()[:300]}")
            time.sleep(0.05)
        return self.url()

    def close(self):
        with contextlib.suppress(Exception):
            self.call("DELETE", self.session)


@contextlib.contextmanager
def browser():
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(["chromedriver", "--port=0"], stdout=output, stderr=subprocess.STDOUT)
        try:
            end = time.monotonic() + 30
            while True:
                output.seek(0)
                started = re.search(r"started successfully on port (\d+)", output.read())
                if started:
                    break
                if process.poll() is not None or time.monotonic() > end:
                    raise SystemExit("chromedriver did not start")
                time.sleep(0.05)
            chosen = Browser(f"http://127.0.0.1:{started.group(1)}")
            try:
                yield chosen
            finally:
                chosen.close()
        finally:
            process.terminate()
            process.wait()


class Page(http.server.BaseHTTPRequestHandler):
    """The application that a sign-in leads back to."""

    def do_GET(self):
        body = b"<!doctype html><title>app</title><p>the application</p>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def ask(served, path, body=None, token=None):
    headers = {"apikey": served.anon_key, "Authorization": f"Bearer {token or served.anon_key}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(served.auth + path, data, headers), timeout=20) as answer:
        return json.load(answer)


class Tests:
    def __init__(self, served, chosen, application):
        self.served, self.browser, self.application = served, chosen, application
        self.email = "".join(random.choices(string.ascii_lowercase, k=12)) + "@example.com"

    def authorize(self, **parameters):
        query = urllib.parse.urlencode({"provider": "google", "redirect_to": self.application, **parameters})
        self.browser.open(f"{self.served.auth}/authorize?{query}")

    def arrived(self):
        return self.browser.wait(lambda url: url.startswith(self.application))

    def fragment(self):
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.arrived()).fragment))

    def making_up_an_account(self):
        self.authorize(scopes="calendar")
        assert "Sign in with google" in self.browser.text("h1") and "calendar" in self.browser.text()
        self.browser.type("#email", self.email)
        self.browser.type("#name", "Ann")
        self.browser.click("#continue")
        user = ask(self.served, "/user", token=self.fragment()["access_token"])
        assert user["email"] == self.email and user["user_metadata"]["full_name"] == "Ann", user
        assert "the application" in self.browser.text()

    def picking_it_again(self):
        verifier = "test" * 14
        self.authorize(code_challenge="S8b57-goKMvPFcmLDnNE9p341ZciCgj7FgmJ6bp8nmw", code_challenge_method="s256")
        self.browser.click("form button[value=continue]")
        code = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.arrived()).query))["code"]
        session = ask(self.served, "/token?grant_type=pkce", {"auth_code": code, "code_verifier": verifier})
        assert session["user"]["email"] == self.email, session["user"]

    def refusing(self):
        self.authorize()
        self.browser.click("#deny")
        assert self.fragment()["error"] == "access_denied"

    def opening_a_mail(self):
        email = "b" + self.email
        ask(self.served, "/signup?redirect_to=" + urllib.parse.quote(self.application), {"email": email, "password": "walkies!"})
        self.browser.open(self.served.inbox + "/")
        assert email in self.browser.text()
        self.browser.click("td a[href^='message/']")
        assert "Confirm your email address" in self.browser.text("h1")
        self.browser.click("a[href*='/verify?token=']")
        assert self.fragment()["type"] == "signup"


if __name__ == "__main__":
    application = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=application.serve_forever, daemon=True).start()
    with serving.server() as served, browser() as chosen:
        tests = Tests(served, chosen, f"http://127.0.0.1:{application.server_port}/app")
        names = ["making_up_an_account", "picking_it_again", "refusing", "opening_a_mail"]
        serving.run([(name.replace("_", " "), getattr(tests, name)) for name in names])
