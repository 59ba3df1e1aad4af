/** No secret of a key leaves the server, but in the answer that creates or rotates it. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { draw, seed } from "../../_draw.ts";
import { parseRaw, sendRaw } from "../../_setup.ts";
import { start } from "../../kernel/cli/_server.ts";
import { bearer, send, type Created } from "./_keys.ts";
import { folderOf } from "../../_folder.ts";
import { waymark } from "../../kernel/cli/_run.ts";

const SCOPES = "keys:read,keys:write,offices:read,audit:read,usage:read";
const CONFIG = JSON.stringify({
  stop: { delay: "0s" },
  plugins: {
    "api-keys": true,
    "access-log": { query: "values", format: "json" },
    access: { require: { brains: "authenticated", offices: { scopes: ["offices:read"] } } },
  },
});

/** Returns the forms of a secret: the text, its beginning, its hash, and its base64. */
function formsOf(token: string): readonly string[] {
  const secret = token.slice(-48);
  return [
    secret.slice(0, 10),
    createHash("sha256").update(secret).digest("hex"),
    createHash("sha256").update(token).digest("hex"),
    Buffer.from(secret).toString("base64").slice(0, 40),
  ];
}

/** Addresses that are asked in a run, beside those of keys; all of them take a quarter of a minute. */
const ASKED = 25;

it(`is found in no answer, no line of a log, no metric, no config and no file, with SEED=${seed}`, async () => {
  const cwd = folderOf({ "waymark.config.json": CONFIG });
  const run = (...args: readonly string[]) => waymark(cwd, args);
  const created = await run("keys", "create", "--name", "Hunted", "--scopes", SCOPES, "--json");
  const key = JSON.parse(created.stdout) as Created;
  expect(formsOf(key.token).filter((form) => created.stdout.includes(form))).toHaveLength(1);
  const child = start(cwd);
  const url = await child.url();
  const request = (path: string, init?: RequestInit) =>
    fetch(url + path, { redirect: "manual", ...init });

  const texts: [where: string, text: string][] = [];
  const note = async (where: string, answer: Response): Promise<string> => {
    const isStream = answer.headers.get("content-type") === "text/event-stream";
    if (isStream) await answer.body?.cancel();
    const body = isStream ? "" : await answer.text();
    const head = JSON.stringify([...answer.headers]);
    texts.push([where, `${head}\n${body}`]);
    return body;
  };
  const ask = async (token: string, path: string, init: RequestInit = {}) => {
    const headers = { ...bearer(token), ...Object(init.headers) };
    return note(`${init.method ?? "GET"} ${path}`, await request(path, { ...init, headers }));
  };

  // Secrets that came by HTTP, from answers that are left out.
  const manage = async (path: string, body: object) => {
    const answer = await send({ request }, "POST", path, body, bearer(key.token));
    return (await answer.json()) as Created;
  };
  const other = await manage("/api/keys", { name: "Other", scopes: ["offices:read"] });
  const rotated = await manage(`/api/keys/${other.id}/rotate`, { grace: "1h" });
  await ask(key.token, `/api/keys/${other.id}`, { method: "DELETE" });
  const forged = `${key.token.slice(0, -1)}${key.token.endsWith("0") ? "1" : "0"}`;
  const tokens = [key.token, other.token, rotated.token];

  // Every GET route without parameters and with those of keys, in every form, with good and bad keys.
  const document = JSON.parse(await ask(key.token, "/api/openapi")) as { paths: object };
  const pages = (await ask(key.token, "/sitemap.xml")).matchAll(/<loc>https?:\/\/[^/]+([^<]*)/g);
  const all = new Set([
    ...Object.keys(document.paths).filter((path) => !path.includes("{")),
    ...[...pages].map(([, path = ""]) => path),
  ]);
  expect(all.size).toBeGreaterThan(60);
  const paths = new Set([
    ...draw([...all], ASKED),
    `/api/keys/${key.id}`,
    "/metrics",
    "/nowhere",
    "/api/keys/0000000000000000",
    "/api/keys?sort=sha256",
    "/api/keys?fields=sha256,previousSha256",
    "/api/keys?limit=x",
  ]);
  for (const path of paths) {
    await ask(key.token, path);
    for (const accept of ["text/html", "application/problem+json", "text/plain", "image/png"])
      await ask(key.token, path, { headers: { accept } });
    for (const token of [forged, other.token]) await ask(token, path);
    await ask(key.token, path, { method: "HEAD" });
    await ask(key.token, path, { method: "OPTIONS" });
    await ask(key.token, path, { method: "PATCH" });
  }
  // Refusals of other kinds.
  const json = { "content-type": "application/json" };
  const write = (body: string, headers: object = json) =>
    ask(key.token, "/api/keys", { method: "POST", body, headers: { ...headers } });
  for (const body of ["{", "{}", "[]", '{"name":"a","scopes":["more"]}', '{"name":"a","plan":"x"}'])
    await write(body);
  await write("a", { "content-type": "text/plain" });
  await write(`"${"x".repeat(3_000_000)}"`);
  await ask(key.token, "/graphql", {
    method: "POST",
    body: '{"query":"{ keys { id } }"}',
    headers: json,
  });
  const authorization = `Authorization: Bearer ${key.token}\r\n`;
  for (const raw of [
    `GET /api/brains HTTP/1.1\r\nHost: a\r\n${authorization}${authorization}\r\n`,
    `GET /api/brains HTTP/1.1\r\n${authorization}\r\n`,
    `GET /api/brains HTTP/1.1\r\nHost: a\r\n${authorization}Broken\r\n\r\n`,
    `GET /%zz HTTP/1.1\r\nHost: a\r\n${authorization}\r\n`,
    `BREW /api/brains HTTP/1.1\r\nHost: a\r\n${authorization}\r\n`,
  ]) {
    const answer = await sendRaw(url, raw);
    expect(parseRaw(answer).status).toBeGreaterThanOrEqual(400);
    texts.push([raw.slice(0, 30), answer]);
  }

  child.kill("SIGHUP");
  for (const args of ["config show", "config show --json", "keys list", "keys list --json"])
    texts.push([args, JSON.stringify(await run(...args.split(" ")))]);
  const readFiles = (when: string) => {
    for (const name of readdirSync(join(cwd, "data")))
      texts.push([`${name} ${when}`, readFileSync(join(cwd, "data", name)).toString("latin1")]);
  };
  readFiles("while it runs");
  child.kill("SIGTERM");
  const { stdout, stderr } = await child.ended;
  expect(stdout).toContain("/api/keys?sort=sha256"); // the access log, with values
  texts.push(["log", stdout], ["errors", stderr]);
  readFiles("after it stopped");

  const leaks = tokens.flatMap((token) => {
    const [secret = "", hash = "", ...others] = formsOf(token);
    return texts.flatMap(([where, text]) => {
      // The file is where hashes are kept.
      const searched = where.startsWith("waymark.db")
        ? [secret, ...others]
        : [secret, hash, ...others];
      return searched.some((form) => text.includes(form)) ? [where] : [];
    });
  });
  expect(leaks).toEqual([]);
});

it("S7: is found in no heap snapshot of a service that knows the key", async () => {
  const plugins = {
    "api-keys": true,
    access: { require: { brains: "authenticated" } },
  };
  const config = JSON.stringify({ stop: { delay: "0s" }, plugins });
  const cwd = folderOf({ "waymark.config.json": config });
  const scopes = "keys:write,offices:read";
  const created = await waymark(cwd, [
    "keys",
    "create",
    "--name",
    "A",
    "--scopes",
    scopes,
    "--json",
  ]);
  const { token } = JSON.parse(created.stdout) as Created;
  const args = ["--heapsnapshot-signal=SIGUSR2"];
  const service = start(cwd, { args });
  const url = await service.url();
  const type = { connection: "close", "content-type": "application/json" };
  const headers = (one: string) => ({ ...bearer(one), ...type });
  const wanted = { method: "POST", body: '{"name":"B"}', headers: headers(token) };
  const other = (await (await fetch(`${url}/api/keys`, wanted)).json()) as Created;
  const graphql = { method: "POST", body: '{"query":"{ brains { id } }"}' };
  const asked = [["/api/brains"], ["/api/brains?limit=1"], ["/graphql", graphql]] as const;
  for (const one of [token, other.token, `${token.slice(0, -4)}ffff`])
    for (const [path, init] of asked)
      await (await fetch(url + path, { ...init, headers: headers(one) })).text();
  // Requests of others, so that no buffer or regular expression has the last one of a key.
  for (let at = 0; at < 6; at++) await (await fetch(`${url}/api/offices?limit=${at + 1}`)).text();
  service.kill("SIGUSR2");
  const file = () => readdirSync(cwd).find((name) => name.endsWith(".heapsnapshot")) ?? "";
  await expect.poll(file).not.toBe("");
  await (await fetch(`${url}/api/ping`)).text(); // once the process goes on, all of it is written
  const snapshot = readFileSync(join(cwd, file()), "utf8");
  expect(snapshot).toContain("api-key:");
  for (const one of [token, other.token]) expect(snapshot.includes(one.slice(-48))).toBe(false);
});
