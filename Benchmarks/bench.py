#!/usr/bin/env python3
"""Measures the server against pgbench running the very same statements in pipeline mode, against `postgrest` when that is on PATH,
the reading of a big schema, and the start times against a plain initdb and start; and how long each endpoint of Auth takes. Prints tables with ratios: absolute numbers depend on the machine's mood.

    script/bench [--seconds N] [--rounds N] [--only by_key,page,…] [--no-start] [--no-load] [--no-auth] [--no-schema]
"""
import argparse, atexit, glob, http.client, os, re, shutil, signal, statistics, subprocess, sys, tempfile, time, urllib.error, urllib.request

import auth

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
SERVER = os.path.join(ROOT, ".build", "release", "mock-postgrest")
CONNECTIONS = 32
POOL = 10
PREFIX = "/rest/v1"

# name, what it is, one request to record the statements of, and the value in them that varies from request to request
SCENARIOS = [
    ("by_key", "read by primary key", "GET", "/item?id=eq.4711", None, ("4711", 1, 10000)),
    ("page", "page of 100 rows", "GET", "/item?category=eq.47&order=id&limit=100", None, ("47", 0, 49)),
    ("to_one", "to-one embed, page of 20", "GET", "/review?select=id,rating,item(name,price)&item_id=lt.4717&item_id=gte.4711&order=id&limit=20", None, None),
    ("to_many", "to-many embed, page of 20", "GET", "/owner?select=id,name,item(id,name)&order=id&limit=20&id=gt.471", None, ("471", 1, 950)),
    ("many_to_many", "many-to-many embed", "GET", "/item?select=id,name,label(name)&id=eq.4711", None, ("4711", 1, 10000)),
    ("embed", "to-one and to-many embed", "GET", "/item?select=id,name,owner(name),review(rating,comment)&id=eq.4711", None, ("4711", 1, 10000)),
    ("insert", "single insert", "POST", "/entry", '{"name":"Rex","amount":7}', None),
    ("rpc", "function call", "POST", "/rpc/add", '{"a":5,"b":2}', None),
]


def binaries():
    candidates = [os.environ.get("PG_BIN", "")]
    try:
        candidates.append(subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True).stdout.strip())
    except OSError:
        pass
    candidates += sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True) + glob.glob("/opt/homebrew/opt/postgresql*/bin")
    return next(c for c in candidates if c and os.path.exists(os.path.join(c, "initdb")))


class Server:
    """Our server on free ports; `url`, `database` and `key` once it has started."""

    def __init__(self, *arguments):
        self.began = time.monotonic()
        self.log = tempfile.NamedTemporaryFile("w+", prefix="bench-server-")
        self.process = subprocess.Popen(
            [SERVER, "serve", "--port", "0", "--db-port", "0", "--log-format", "none", "--pool", str(POOL), *arguments],
            stdout=subprocess.DEVNULL, stderr=self.log, cwd=tempfile.gettempdir())
        while True:
            with open(self.log.name) as file:
                text = file.read()
            if "Ctrl-C stops it." in text:
                break
            if self.process.poll() is not None:
                sys.exit("bench: the server did not start:\n" + text)
            time.sleep(0.002)
        atexit.register(self.process.terminate)
        self.url = re.search(r"API URL: (\S+)", text)[1]
        self.database = re.search(r"Database URL: (\S+)", text)[1]
        self.key = re.search(r"anon key: (\S+)", text)[1]
        self.service_key = re.search(r"service_role key: (\S+)", text)[1]

    def get(self, path, method="GET", body=None):
        request = urllib.request.Request(self.url + PREFIX + path, method=method, data=body and body.encode(), headers=self.headers())
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            sys.exit(f"bench: {method} {path}: {error.code} {error.read().decode()}")

    def socket_folder(self):
        return self.sql("show unix_socket_directories").split(",")[0].strip().strip('"')

    def headers(self):
        return {"apikey": self.key, "Content-Type": "application/json"}

    def sql(self, text):
        result = subprocess.run(["psql", "-XAtq", self.database, "-c", text], capture_output=True, text=True)
        if result.returncode:
            sys.exit("bench: " + result.stderr)
        return result.stdout.strip()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)
        self.log.close()


def cpu_seconds(pid):
    if os.path.exists(f"/proc/{pid}/stat"):
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    text = subprocess.run(["ps", "-o", "cputime=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return sum(float(part) * 60 ** i for i, part in enumerate(reversed(text.split(":"))))


def resident_megabytes(pid):
    return int(subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True).stdout) / 1024


# ---------------------------------------------------------------- load

def wrk(url, script, headers, seconds):
    """Requests a second, p50 and p99 in milliseconds, number of requests."""
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "-s", os.path.join(HERE, "requests", script + ".lua")]
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    text = subprocess.run(command + [url], capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Requests/sec" not in text:
        sys.exit("bench: wrk reports errors:\n" + text)
    units = {"us": 0.001, "ms": 1, "s": 1000}
    latency = {p: float(v) * units[u] for p, v, u in re.findall(r"(50|99)%\s+([\d.]+)(us|ms|s)", text)}
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), latency["50"], latency["99"], int(re.search(r"(\d+) requests in", text)[1])


def recorded_statements(server, scenario):
    """The statements that one request runs, with their parameters, from PostgreSQL's own log."""
    _, _, method, path, body, _ = scenario
    folder = os.path.dirname(server.sql("show data_directory"))
    logs = [p for p in glob.glob(folder + "/**/*", recursive=True) if os.path.isfile(p) and re.search(r"log", os.path.basename(p)) and "/pg_" not in p]
    sizes = {p: os.path.getsize(p) for p in logs}
    server.sql("alter system set log_min_duration_statement = 0")
    server.sql("select pg_reload_conf()")
    time.sleep(0.5)
    sizes.update({p: os.path.getsize(p) for p in logs})
    server.get(path, method, body)
    time.sleep(0.3)
    text = "".join(open(p, errors="replace").read()[sizes[p]:] for p in logs)
    server.sql("alter system reset log_min_duration_statement")
    server.sql("select pg_reload_conf()")
    time.sleep(0.3)
    entries = re.findall(r"execute [^:\n]*: (.*?)\n(?:[^\n]*?DETAIL:  parameters: (.*?)\n)?(?=\d{4}-|\Z)", text, re.S)
    if not entries:
        sys.exit("bench: the statements could not be recorded from " + ", ".join(logs))
    return [(sql.replace("\n\t", "\n"), re.findall(r"\$(\d+) = (?:'((?:[^']|'')*)'|NULL)", parameters or "")) for sql, parameters in entries]


def pgbench_script(server, scenario, folder):
    """The same statements as a pgbench script; parameters stay parameters, the varying one is random."""
    name, _, _, _, _, varying = scenario
    lines, definitions, count = ["\\startpipeline"], [], 0
    for sql, parameters in recorded_statements(server, scenario):
        names = {}
        for number, value in parameters:
            value = value.replace("''", "'")
            if varying and value == varying[0]:
                names[number] = "vary"
            else:
                count += 1
                names[number] = f"p{count}"
                definitions += ["-D", f"p{count}={value}"]
        sql = re.sub(r"\$(\d+)", lambda m: ":" + names.get(m[1], "missing"), sql)
        lines.append(" ".join(sql.split("\n")) + ";")
    lines.append("\\endpipeline")
    if varying:
        lines.insert(0, f"\\set vary random({varying[1]}, {varying[2]})")
    path = os.path.join(folder, name + ".sql")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")
    return path, definitions


def pgbench(server, script, definitions, seconds):
    socket = server.socket_folder()
    port = server.sql("show port")
    command = [os.path.join(binaries(), "pgbench"), "-n", "-M", "prepared", f"-c{CONNECTIONS}", "-j2", f"-T{seconds}", "-f", script,
               *definitions, "-h", socket, "-p", port, "-U", "authenticator", "postgres"]
    result = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"tps = ([\d.]+)", result.stdout)
    if not found or result.returncode:
        sys.exit("bench: pgbench failed:\n" + result.stdout + result.stderr)
    return float(found[1])


def bare_environment(server, port):
    """The settings of a PostgREST, ours or the original, on the server's database."""
    return {
        **os.environ, "PGRST_DB_URI": f"postgresql:///postgres?host={server.socket_folder()}&port={server.sql('show port')}&user=authenticator",
        "PGRST_DB_SCHEMAS": "public,graphql_public", "PGRST_DB_EXTRA_SEARCH_PATH": "public,extensions", "PGRST_DB_ANON_ROLE": "anon",
        "PGRST_DB_POOL": str(POOL), "PGRST_SERVER_HOST": "127.0.0.1", "PGRST_SERVER_PORT": str(port), "PGRST_LOG_LEVEL": "crit",
        "PGRST_DB_MAX_ROWS": "1000", "PGRST_JWT_SECRET": "super-secret-jwt-token-with-at-least-32-characters-long"}


class PostgREST:
    """The original on the same database, when it is on PATH."""

    def __init__(self, server):
        self.port = 3999
        self.process = subprocess.Popen(
            ["postgrest"], env=bare_environment(server, self.port), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(2)

    def run(self, script, seconds, headers):
        # Its API is at /, so the scripts' prefix is cut.
        with open(os.path.join(HERE, "requests", script + ".lua")) as file:
            text = file.read().replace(PREFIX, "")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "requests.lua")
            open(path, "w").write(text)
            before = cpu_seconds(self.process.pid)
            command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", path, "-H", "Content-Type: application/json"]
            output = subprocess.run(command + [f"http://127.0.0.1:{self.port}"], capture_output=True, text=True).stdout
            requests = int(re.search(r"(\d+) requests in", output)[1])
            return requests / seconds, (cpu_seconds(self.process.pid) - before) / requests * 1e6

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def measure_load(options):
    server = Server("--ephemeral", "--migrations", os.path.join(HERE, "migrations"))
    chosen = [s for s in SCENARIOS if not options.only or s[0] in options.only.split(",")]
    original = PostgREST(server) if shutil.which("postgrest") else None
    rows = {s[0]: {"rate": [], "p50": [], "p99": [], "cpu": [], "ceiling": [], "postgrest": [], "postgrest_cpu": []} for s in chosen}
    with tempfile.TemporaryDirectory() as folder:
        scripts = {s[0]: pgbench_script(server, s, folder) for s in chosen}
        for number in range(options.rounds):
            for scenario in chosen:
                name, row = scenario[0], rows[scenario[0]]
                before = cpu_seconds(server.process.pid)
                rate, p50, p99, count = wrk(server.url, name, server.headers(), options.seconds)
                row["cpu"].append((cpu_seconds(server.process.pid) - before) / count * 1e6)
                row["rate"].append(rate), row["p50"].append(p50), row["p99"].append(p99)
                row["ceiling"].append(pgbench(server, *scripts[name], options.seconds))
                if original:
                    rate, cpu = original.run(name, options.seconds, {})
                    row["postgrest"].append(rate), row["postgrest_cpu"].append(cpu)
            print(f"bench: round {number + 1} of {options.rounds} done", file=sys.stderr)
    if original:
        original.stop()
    median = statistics.median
    print(f"\n{CONNECTIONS} connections, {options.seconds} s a run, medians of {options.rounds} rounds, pool of {POOL} sessions\n")
    print(f"{'':26} {'req/s':>8} {'p50 ms':>7} {'p99 ms':>7} {'CPU µs':>7} {'ceiling':>8} {'of it':>6}" + ("  PostgREST  ours/its  its CPU µs" if original else ""))
    for scenario in chosen:
        row = rows[scenario[0]]
        line = f"{scenario[1]:26} {median(row['rate']):8.0f} {median(row['p50']):7.2f} {median(row['p99']):7.2f} {median(row['cpu']):7.1f} {median(row['ceiling']):8.0f} {median(row['rate']) / median(row['ceiling']):6.2f}"
        if original:
            line += f" {median(row['postgrest']):10.0f} {median(row['rate']) / median(row['postgrest']):9.1f} {median(row['postgrest_cpu']):11.0f}"
        print(line)
    print(f"\nresident after the run: {resident_megabytes(server.process.pid):.1f} MB")
    if not original:
        print("postgrest is not on PATH: not compared")
    server.stop()


# ---------------------------------------------------------------- schema

BIG_SCHEMA = """do $$ begin
    for n in 1..1000 loop
        execute format('create table table_%s (id int primary key generated by default as identity, name text not null, note text,
            price numeric(10, 2) default 0, tags text[], info jsonb, made timestamptz default now(), ref_1 int, ref_2 int, ref_3 int)', n);
    end loop;
    for n in 1..1000 loop
        execute format('alter table table_%s add foreign key (ref_1) references table_%s, add foreign key (ref_2) references table_%s,
            add foreign key (ref_3) references table_%s', n, 1 + n % 1000, 1 + n * 7 % 1000, 1 + n * 31 % 1000);
    end loop;
end $$"""


class Bare:
    """`mock-postgrest rest` on the server's database: it says how long the schema took to read."""

    def __init__(self, server):
        self.port = 3998
        self.log = tempfile.NamedTemporaryFile("w+", prefix="bench-rest-")
        self.process = subprocess.Popen([SERVER, "rest"], env=bare_environment(server, self.port), stdout=subprocess.DEVNULL, stderr=self.log)
        atexit.register(self.process.terminate)
        while not self.times():
            time.sleep(0.05)

    def times(self):
        with open(self.log.name) as file:
            return [int(ms) for ms in re.findall(r"Schema cache loaded in (\d+) ms", file.read())]

    def slowest_answer(self, seconds):
        """The longest wait, in milliseconds, of one reader that asks again and again."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        slowest, end = 0, time.monotonic() + seconds
        while time.monotonic() < end:
            began = time.monotonic()
            connection.request("GET", "/item?select=id,owner(name)&id=eq.4711")
            answer = connection.getresponse()
            answer.read()
            if answer.status != 200:
                sys.exit(f"bench: {answer.status} while the schema was read")
            slowest = max(slowest, time.monotonic() - began)
        return slowest * 1000


def measure_schema(options):
    """1,000 tables of ten columns and 3,000 foreign keys: how long the cache takes to read, what it weighs, what readers notice."""
    server = Server("--ephemeral", "--migrations", os.path.join(HERE, "migrations"))
    server.get("/item?limit=1")
    small = Bare(server)
    memory = resident_megabytes(small.process.pid)
    small.process.terminate()
    small.process.wait(10)
    server.sql(BIG_SCHEMA)
    server.sql("vacuum analyze")
    big = Bare(server)
    calm = big.slowest_answer(2)
    first = len(big.times())
    slowest = []
    for _ in range(7):
        server.sql("notify pgrst, 'reload schema'")
        slowest.append(big.slowest_answer(1))
    times = big.times()[first:]
    print("\n1,000 tables of ten columns, 3,000 foreign keys\n")
    print(f"schema cache read in      {statistics.median(times):6.0f} ms   median of {len(times)} (at most 1000)")
    print(f"slowest answer meanwhile  {statistics.median(slowest):6.1f} ms   {calm:.1f} ms when nothing is read")
    print(f"resident                  {resident_megabytes(big.process.pid):6.1f} MB   {memory:.1f} MB with a small schema")
    big.process.terminate()
    server.stop()


# ---------------------------------------------------------------- Auth

def measure_auth(options):
    with tempfile.TemporaryDirectory() as project:
        os.makedirs(project + "/supabase")
        with open(project + "/supabase/config.toml", "w") as file:
            file.write(auth.PROJECT)
        server = Server("--ephemeral", "--project", project)
        auth.measure(server, 20 * options.rounds)
        server.stop()


# ---------------------------------------------------------------- start

def unprivileged():
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


def plain_start():
    """initdb, start, select 1: what nobody can go below without a template. And a start alone, of the same folder."""
    bin = binaries()
    folder = tempfile.mkdtemp(prefix="bench-plain-")
    os.chmod(folder, 0o777)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL, "cwd": "/"}
    start = [*unprivileged(), bin + "/pg_ctl", "-D", folder + "/data", "-w", "-s", "-l", folder + "/log", "-o", f"-k {folder} -c listen_addresses= -c fsync=off", "start"]
    select = ["psql", "-XAtq", "-h", folder, "-U", "postgres", "-c", "select 1"]
    stop = [*unprivileged(), bin + "/pg_ctl", "-D", folder + "/data", "-m", "fast", "-w", "-s", "stop"]
    began = time.monotonic()
    subprocess.run([*unprivileged(), bin + "/initdb", "-D", folder + "/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions"], check=True, **quiet)
    subprocess.run(start, check=True, **quiet)
    subprocess.run(select, check=True, **quiet)
    whole = time.monotonic() - began
    subprocess.run(stop, check=True, **quiet)
    began = time.monotonic()
    subprocess.run(start, check=True, **quiet)
    subprocess.run(select, check=True, **quiet)
    warm = time.monotonic() - began
    subprocess.run(stop, check=True, **quiet)
    shutil.rmtree(folder)
    return whole, warm


def our_start(*arguments):
    """Until the first answer that comes from the database."""
    server = Server("--migrations", os.path.join(ROOT, "migrations"), *arguments)
    server.get("/user_info?limit=1")
    return time.monotonic() - server.began, server


def template_folder():
    """Where the server keeps its templates."""
    if os.geteuid() == 0:
        users = [u for u in ("postgres", "nobody") if subprocess.run(["id", u], capture_output=True).returncode == 0]
        return f"/var/tmp/mock-postgrest-{users[0]}/templates"
    caches = os.path.expanduser("~/Library/Caches") if sys.platform == "darwin" else os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return caches + "/mock-postgrest/templates"


def make_template():
    """It is written after the first answer, at low priority: on a busy machine that takes its time."""
    _, server = our_start("--ephemeral")
    patience = time.monotonic() + 180
    time.sleep(2)  # it begins 0.3 s after the start
    while any(name.startswith("making-") for name in os.listdir(template_folder())):
        if time.monotonic() > patience:
            sys.exit("bench: the template was not made")
        time.sleep(0.2)
    server.stop()


def measure_start(options):
    times = {"plain": [], "plain warm": [], "cold": [], "template": [], "warm": []}
    make_template()
    for _ in range(5):
        data = tempfile.mkdtemp(prefix="bench-data-")
        whole, warm = plain_start()
        times["plain"].append(whole), times["plain warm"].append(warm)
        for name, arguments in (
            ("cold", ["--data", data + "/d", "--no-template-cache"]), ("warm", ["--data", data + "/d"]), ("template", ["--ephemeral"]),
        ):
            seconds, server = our_start(*arguments)
            times[name].append(seconds)
            server.stop()
        shutil.rmtree(data, ignore_errors=True)
    m = {name: statistics.median(values) for name, values in times.items()}
    print("\nfrom process start to the first answered database request, with bootstrap and sample migrations; medians of five\n")
    print(f"plain initdb + start + select 1   {m['plain']:6.3f} s")
    print(f"cold, nothing on disk             {m['cold']:6.3f} s   plain {m['cold'] - m['plain']:+.3f} s (at most +0.5)")
    print(f"cold, from the template           {m['template']:6.3f} s   {m['template'] / m['cold']:.2f} of cold (at most 0.6)")
    print(f"plain start + select 1            {m['plain warm']:6.3f} s")
    print(f"warm                              {m['warm']:6.3f} s   plain {m['warm'] - m['plain warm']:+.3f} s (at most +0.15)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", help="scenarios, separated by commas: " + ", ".join(s[0] for s in SCENARIOS))
    parser.add_argument("--no-start", action="store_true")
    parser.add_argument("--no-load", action="store_true")
    parser.add_argument("--no-auth", action="store_true")
    parser.add_argument("--no-schema", action="store_true")
    options = parser.parse_args()
    if not options.no_load:
        measure_load(options)
    if not options.no_auth:
        measure_auth(options)
    if not options.no_schema:
        measure_schema(options)
    if not options.no_start:
        measure_start(options)


if __name__ == "__main__":
    main()
