/** `waymark start` as operators meet it: a process, its output, its signals and its exit code. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { freePort } from "../../engines/ports.ts";
import { LEAN, start, type LogLine } from "./_server.ts";
import { folderOf } from "../../_folder.ts";

/** A route that answers after a while, or never. */
const SLOW = {
  "waymark.config.yaml": `${LEAN}stop: { delay: 2s }\nplugins: { ./slow.mjs: true }\n`,
  "slow.mjs": `const get = { method: "GET", summary: "Wait.", cache: "no-store", text: { mediaType: "text/plain" } };
    export default {
      id: "slow",
      summary: "Takes its time.",
      routes: { wait: { ...get, path: "/wait" }, hang: { ...get, path: "/hang" } },
      setup: (_use, { defer, log }) => defer(() => log.info("slow closed")),
      handlers: (_use, { log }) => ({
        async wait() {
          log.info("waiting");
          await new Promise((resolve) => setTimeout(resolve, 700));
          return "worth it";
        },
        hang() {
          log.info("hanging");
          return new Promise(() => {});
        },
      }),
    };`,
};

const FEW = { "waymark.config.yaml": LEAN };

/** The lines of the log, in order. */
function logged(stdout: string): readonly LogLine[] {
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as LogLine);
}

function messages(stdout: string): readonly string[] {
  return logged(stdout).map(({ message }) => message);
}

/** The findings in what was logged: in one line, as the last one. */
function findings(stdout: string): unknown {
  const line = logged(stdout).at(-1);
  expect(line).toMatchObject({ level: "error", message: "the server did not start" });
  return line?.["findings"];
}

it("O7: each line names the process from the first one on, and none warns of a default", async () => {
  const config = JSON.stringify({
    plugins: { listen: { admin: { port: await freePort() } }, diagnostics: { debug: true } },
  });
  const server = start(folderOf({ "waymark.config.json": config }), {
    env: { PORT: String(await freePort()) },
  });
  const { revision } = await server.line(/^ready after/);
  server.kill("SIGINT");
  const lines = logged((await server.ended).stdout);
  expect(lines[0]?.message).toBe("created a table");
  expect(new Set(lines.map((line) => line.instance)).size).toBe(1);
  expect(lines).toEqual(
    lines.map(() => expect.objectContaining({ service: "waymark", revision, level: "info" })),
  );
});

it("says where it listens, what it has, which revision it is, and how long each phase took", async () => {
  const server = start(folderOf());
  const url = await server.url();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await server.line(/^listening/)).toMatchObject({
    level: "info",
    plugins: expect.any(Number),
    off: 0,
    routes: expect.any(Number),
    service: "waymark",
    instance: `${hostname()} ${new URL(url).port}`,
    revision: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
  const phases = await server.line(/^ready after \d+ ms$/);
  expect(Object.keys(phases).slice(3)).toEqual([
    "config",
    "plugins",
    "seal",
    "start",
    "listen",
    "validate",
    "service",
    "instance",
    "revision",
  ]);
  const answer = await fetch(`${url}/api/health`);
  expect(answer.status).toBe(200);
  expect((await fetch(`${url}/api/time`)).status).toBe(200);
  server.kill("SIGINT");
  const { code, stdout, stderr } = await server.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const requests = logged(stdout).filter(({ message }) => message === "request");
  // The probe, /api/health, has its line at the level debug.
  expect(requests).toMatchObject([
    { route: "time.getTime", service: "waymark", instance: phases["instance"] },
  ]);
});

it("lets requests in flight finish after SIGTERM, not ready meanwhile, then closes plugins", async () => {
  const server = start(folderOf(SLOW));
  const url = await server.url();
  expect((await fetch(`${url}/api/ready`)).status).toBe(200);
  const slow = fetch(`${url}/wait`);
  await server.line(/^waiting$/);
  server.kill("SIGTERM");
  await server.line(/^stopping$/);
  const ready = await fetch(`${url}/api/ready`);
  expect(ready.status).toBe(503);
  expect(ready.headers.get("retry-after")).toBe("1");
  expect(ready.headers.get("connection")).toBe("close");
  server.kill("SIGHUP"); // as a terminal sends that closes, and some supervisors
  const answer = await slow;
  expect([answer.status, await answer.text()]).toEqual([200, "worth it"]);
  const { code, stdout } = await server.ended;
  expect(code).toBe(0);
  expect(
    messages(stdout)
      .filter((message) => message !== "request")
      .slice(-3),
  ).toEqual(["stopping", "slow closed", "stopped"]);
  // The slow request is in the access log: it was written out before the process ended.
  expect(logged(stdout)).toContainEqual(expect.objectContaining({ path: "/wait", status: 200 }));
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

it("does not wait for idle connections, kept alive or never used", async () => {
  const server = start(folderOf(FEW));
  const url = new URL(await server.url());
  const silent = connect(Number(url.port), url.hostname);
  const used = connect(Number(url.port), url.hostname);
  for (const socket of [silent, used]) socket.on("error", () => {});
  onTestFinished(() => void silent.destroy());
  onTestFinished(() => void used.destroy());
  used.write("GET /api/ping HTTP/1.1\r\nHost: a\r\n\r\n");
  await new Promise((resolve) => used.once("data", resolve));
  const began = performance.now();
  server.kill("SIGINT");
  expect((await server.ended).code).toBe(0);
  expect(performance.now() - began).toBeLessThan(2000);
});

it("ends at once, with code 1, at a second signal", async () => {
  const server = start(folderOf(SLOW));
  const hanging = fetch(`${await server.url()}/hang`).catch(() => "cut off");
  await server.line(/^hanging$/);
  server.kill("SIGTERM");
  await server.line(/^stopping$/);
  server.kill("SIGINT");
  const { code, stdout } = await server.ended;
  expect(code).toBe(1);
  expect(messages(stdout)).not.toContain("stopped");
  expect(await hanging).toBe("cut off");
});

it("ends although a plugin left something running", async () => {
  const plugin = `export default {
    id: "untidy", summary: "Forgets a timer.",
    setup() { setInterval(() => {}, 1000); },
  };`;
  const files = {
    "waymark.config.yaml": `${LEAN}plugins: { ./untidy.mjs: true }`,
    "untidy.mjs": plugin,
  };
  const server = start(folderOf(files));
  await server.url();
  server.kill("SIGINT");
  const { code, stdout } = await server.ended;
  expect(code).toBe(0);
  expect(messages(stdout).at(-1)).toBe("stopped");
});

it("refuses a port that is taken, and leaves nothing running", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { code, stdout, stderr } = await start(folderOf(SLOW), { env: { PORT: String(port) } })
    .ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(findings(stdout)).toEqual([
    {
      code: "LISTEN_FAILED",
      where: `127.0.0.1:${port}`,
      message: expect.any(String),
      hint: expect.stringContaining("PORT="),
    },
  ]);
  expect(messages(stdout)).toContain("slow closed");
  expect(stdout).not.toContain("listening");
});

it("refuses an address that is not this machine's", async () => {
  const { code, stdout } = await start(folderOf(FEW), { env: { HOST: "192.0.2.1" } }).ended;
  expect(code).toBe(1);
  expect(findings(stdout)).toMatchObject([{ code: "LISTEN_FAILED", where: "192.0.2.1:0" }]);
});

it("refuses a damaged database and leaves it as it is", async () => {
  const cwd = folderOf({ "mine.db": "SQLite format 3\0 and then nonsense ".repeat(50) });
  const file = join(cwd, "mine.db");
  const before = readFileSync(file);
  const { code, stdout, stderr } = await start(cwd, { env: { WAYMARK_STORE_FILE: "mine.db" } })
    .ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(findings(stdout)).toMatchObject([
    {
      code: "SETUP_FAILED",
      plugin: "store",
      message: expect.stringMatching(/^the database file \S+mine\.db is damaged/),
    },
  ]);
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(cwd)).toEqual(["mine.db"]);
});

it("reports all errors of a config at once, as lines of the log, and touches nothing (C2)", async () => {
  const cwd = folderOf({
    "waymark.config.yaml": "prot: 80\nplugins: { cros: false, rate-limit: { limit: none } }\n",
  });
  const { code, stdout, stderr } = await start(cwd, { env: { PORT: "many" } }).ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(findings(stdout)).toEqual([
    {
      code: "CONFIG_KEY_UNKNOWN",
      where: "prot (waymark.config.yaml)",
      message: expect.stringContaining('there is no key "prot"'),
      hint: 'did you mean "port"?',
    },
    expect.objectContaining({ code: "CONFIG_INVALID", where: "port (PORT)" }),
    expect.objectContaining({ code: "PLUGIN_NOT_FOUND" }),
    expect.objectContaining({ code: "OPTION_INVALID", plugin: "rate-limit" }),
  ]);
  expect(readdirSync(cwd)).toEqual(["waymark.config.yaml"]);
});

it("warns of variables that set nothing, and starts", async () => {
  const server = start(folderOf(FEW), { env: { WAYMARK_RATE_LIMIT_LIMTI: "5" } });
  expect(await server.line(/sets nothing/)).toMatchObject({
    level: "warn",
    message: "the environment variable WAYMARK_RATE_LIMIT_LIMTI sets nothing",
    nearest: "WAYMARK_RATE_LIMIT_LIMIT",
  });
  await server.url();
});

it("starts with a stray variable, and among those that Kubernetes sets (C7)", async () => {
  const env = {
    WAYMARK_EVENTS: "kafka:9092",
    WAYMARK_SERVICE_HOST: "10.0.0.1",
    WAYMARK_SERVICE_PORT: "80",
    WAYMARK_PORT: "tcp://10.0.0.1:80",
    WAYMARK_PORT_80_TCP: "tcp://10.0.0.1:80",
  };
  const server = start(folderOf(), { env });
  expect((await fetch(`${await server.url()}/api/ping`)).status).toBe(200);
  server.kill("SIGINT");
  const { stdout } = await server.ended;
  const notices = stdout.split("\n").filter((line) => line.includes('"level":"warn"'));
  expect(notices.map((line) => (JSON.parse(line) as { message: string }).message)).toEqual([
    "variables of Kubernetes Services begin like ours and set nothing",
    "the environment variable WAYMARK_EVENTS is ignored: true or false switches the plugin events",
  ]);
});

it.each<[what: string, env: Readonly<Record<string, string>>, warnings: number]>([
  ["one warning, which names the key, without trustedProxies", {}, 1],
  ["no word where the proxy is trusted", { WAYMARK_TRUSTED_PROXIES: "127.0.0.1" }, 0],
])("has %s behind a proxy (C7)", async (_what, env, warnings) => {
  const server = start(folderOf(), { env });
  const url = await server.url();
  for (let count = 0; count < 3; count++)
    await fetch(`${url}/api/ping`, { headers: { "X-Forwarded-For": "192.0.2.7" } });
  server.kill("SIGINT");
  const { stdout } = await server.ended;
  const lines = stdout.split("\n").filter((line) => line.includes('"level":"warn"'));
  expect(lines).toHaveLength(warnings);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      message: expect.stringContaining("name it in trustedProxies"),
      header: "x-forwarded-for",
      peer: "127.0.0.1",
    });
});

it("logs from the configured level on, also after a reload (C2)", async () => {
  const cwd = folderOf(FEW);
  const server = start(cwd, { env: { WAYMARK_ACCESS_LOG: "false" } });
  const url = await server.url();
  writeFileSync(
    join(cwd, "waymark.config.yaml"),
    `${LEAN}log: { level: error }\nplugins: { ping: false }`,
  );
  await expect.poll(async () => (await fetch(`${url}/api/ping`)).status).toBe(404);
  server.kill("SIGINT");
  expect(messages((await server.ended).stdout).at(-1)).toMatch(/^ready after/);
});

it("shares a database with a second process", async () => {
  const cwd = folderOf(FEW);
  const servers = [start(cwd), start(cwd)];
  const urls = await Promise.all(servers.map((server) => server.url()));
  expect(new Set(urls).size).toBe(2);
  const bodies = await Promise.all(
    urls.map(async (url) => (await fetch(`${url}/api/brains`)).text()),
  );
  expect(bodies[0]).toContain('"brains":[{');
  expect(bodies[1]).toBe(bodies[0]);
  for (const server of servers) server.kill("SIGINT");
  const ends = await Promise.all(servers.map((server) => server.ended));
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
});

it.each([
  ["while it makes its tables", /^created a table$/],
  ["while it serves", /^ready after/],
])("starts again after it was killed %s", async (_when, message) => {
  const cwd = folderOf(FEW);
  const first = start(cwd);
  await first.line(message);
  first.kill("SIGKILL");
  await first.ended;
  expect(existsSync(join(cwd, "data/waymark.db"))).toBe(true);

  const second = start(cwd);
  const url = await second.url();
  const { brains } = (await (await fetch(`${url}/api/brains`)).json()) as { brains: unknown[] };
  expect(brains).toHaveLength(4);
  second.kill("SIGINT");
  expect((await second.ended).code).toBe(0);
});
