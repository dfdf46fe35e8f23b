"""A server for the time of a test, and what tests of clients say of themselves."""
import contextlib, json, os, re, subprocess, sys, tempfile, time, urllib.parse, urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("MOCK_POSTGREST", os.path.join(ROOT, ".build", "debug", "mock-postgrest"))


class Served:
    """Where the server is, and its keys, as its first lines say."""

    def __init__(self, banner):
        def line(name):
            return re.search(rf"^ *{name}: (.*)$", banner, re.M).group(1)

        self.url, self.inbox = line("API URL"), line("Inbox URL")
        self.anon_key, self.service_key = line("anon key"), line("service_role key")
        self.auth = self.url + "/auth/v1"

    def mail(self, address, type=""):
        """The next message to somebody; waits for it."""
        query = urllib.parse.urlencode({"to": address, "type": type, "timeout": 10})
        with urllib.request.urlopen(f"{self.inbox}/api/v1/next?{query}", timeout=20) as answer:
            return json.load(answer)


@contextlib.contextmanager
def server(*options):
    project = os.path.join(ROOT, "Tests", "Clients", "project")
    command = [PROGRAM, "serve", "--ephemeral", "--project", project, "--port", "0", "--db-port", "0", "--inbox-port", "0",
               "--log-format", "none", *options]
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=output)
        try:
            end = time.monotonic() + 60
            while True:
                output.seek(0)
                banner = output.read()
                if "Ctrl-C stops it." in banner:
                    break
                if process.poll() is not None or time.monotonic() > end:
                    raise SystemExit("the server did not start:\n" + banner)
                time.sleep(0.05)
            yield Served(banner)
        finally:
            process.terminate()
            process.wait()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None


def location(url):
    """Where an address leads, one step."""
    try:
        with urllib.request.build_opener(NoRedirect).open(url, timeout=20) as answer:
            raise AssertionError(f"{url} answered {answer.status}, and not with a redirect")
    except urllib.error.HTTPError as redirect:
        return redirect.headers["Location"]


def follow(url, until):
    """Goes along redirects to an address that begins so."""
    while not url.startswith(until):
        url = location(url)
    return url


def run(tests):
    """Runs all, says what failed, and ends the process with the total."""
    failed = 0
    for name, test in tests:
        start = time.monotonic()
        try:
            test()
            print(f"ok      {name} ({time.monotonic() - start:.2f} s)", flush=True)
        except Exception as error:
            failed += 1
            import traceback
            traceback.print_exc()
            print(f"FAILED  {name}: {error!r}", flush=True)
    print(f"{os.path.basename(sys.argv[0])}: {len(tests) - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
