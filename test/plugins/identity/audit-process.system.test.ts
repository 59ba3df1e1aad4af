/** The audit of whole processes: killed, side by side, and verified from the command line. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { start } from "../../kernel/cli/_server.ts";
import { folderOf } from "../../_folder.ts";
import { waymark } from "../../kernel/cli/_run.ts";

const CONFIG = `
stop: { delay: 0s }
plugins:
  access: true
  access-log: false
  rate-limit: { limit: 1000000 }
  store: { file: data.db }
`;
/** Milliseconds from an answer to its record, at most, as the guide states. */
const BOUND_MS = 1000;

const audit = (cwd: string, ...args: readonly string[]) => waymark(cwd, ["audit", ...args]);

/** A request that the service refuses, and that changes nothing. */
const BULK: Write = { method: "POST", path: "/api/bulk", headers: {} };

interface Write {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Milliseconds between two requests of a load: all that it leaves behind is verified. */
const PAUSE_MS = 5;
/** Answers that there have to be before a test goes on. */
const SOME = 20;

/** Sends writes, one after the other, until it fails, and notes when each was answered, by request id. */
async function load(
  url: string,
  name: string,
  answered: Map<string, number>,
  { signal, write = BULK }: { readonly signal?: AbortSignal; readonly write?: Write } = {},
): Promise<void> {
  const { method, path, headers, body = null } = write;
  try {
    for (let n = 0; ; n++) {
      signal?.throwIfAborted();
      const id = `${name}-${n}-request`;
      const answer = await fetch(url + path, {
        method,
        headers: { ...headers, "x-request-id": id },
        body,
      });
      await answer.arrayBuffer();
      answered.set(id, performance.now());
      await sleep(PAUSE_MS);
    }
  } catch {
    // The server is gone, or the test has seen enough.
  }
}

function requestIds(cwd: string): ReadonlySet<string> {
  const database = new DatabaseSync(join(cwd, "data.db"));
  const rows = database.prepare("select requestId from auditRecords").all();
  database.close();
  return new Set(rows.map((row) => String(row["requestId"])));
}

/** Returns the ids of entries that were committed with a write and are not recorded yet. */
function waitingIds(cwd: string): readonly string[] {
  const database = new DatabaseSync(join(cwd, "data.db"));
  const rows = database.prepare("select entry from auditWaiting").all();
  database.close();
  return rows.map((row) => (JSON.parse(String(row["entry"])) as { requestId: string }).requestId);
}

it("loses at most a second of records to SIGKILL, and its chain verifies", async () => {
  const cwd = folderOf({ "waymark.config.yaml": CONFIG });
  const server = start(cwd);
  const url = await server.url();
  const answered = new Map<string, number>();
  const loads = ["a", "b", "c"].map((name) => load(url, name, answered));
  // Up to the last answer the process ran for certain, however busy the machine is.
  const due = () => {
    const lastAt = Math.max(...answered.values());
    return [...answered].flatMap(([id, at]) => (at < lastAt - BOUND_MS ? [id] : []));
  };
  await expect.poll(() => due().length).toBeGreaterThan(SOME);
  server.kill("SIGKILL");
  await server.ended;
  await Promise.all(loads);
  const again = start(cwd);
  await again.url();
  const stored = requestIds(cwd);
  expect(due().filter((id) => !stored.has(id))).toEqual([]);
  again.kill("SIGTERM");
  expect((await again.ended).code).toBe(0);
  const verified = await audit(cwd, "verify");
  expect(verified).toMatchObject({ status: 0, stderr: "" });
  expect(verified.stdout).toMatch(/^\d+ records in 2 chains: all as they were written\n$/);
});

it("loses no record of a change to SIGKILL", async () => {
  const config = `${CONFIG}  api-keys: true\n  brains: { writable: true }\n`;
  const cwd = folderOf({ "waymark.config.yaml": config });
  const created = await waymark(cwd, [
    "keys",
    "create",
    "--name",
    "Writer",
    "--scopes",
    "brains:write",
  ]);
  const write: Write = {
    method: "PUT",
    path: "/api/brains/ledger",
    headers: {
      authorization: `Bearer ${created.stdout.trim()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ id: "ledger", name: "Ledger", description: "Sums." }),
  };
  const server = start(cwd);
  const url = await server.url();
  const answered = new Map<string, number>();
  const loads = ["a", "b"].map((name) => load(url, name, answered, { write }));
  await expect.poll(() => answered.size).toBeGreaterThan(SOME);
  server.kill("SIGKILL");
  await server.ended;
  await Promise.all(loads);
  const again = start(cwd);
  await again.url();
  const stored = requestIds(cwd);
  const waiting = waitingIds(cwd);
  expect(waiting.filter((id) => stored.has(id))).toEqual([]);
  const known = new Set([...stored, ...waiting]);
  expect([...answered.keys()].filter((id) => !known.has(id))).toEqual([]);
  again.kill("SIGTERM");
  await again.ended;
  expect(await audit(cwd, "verify")).toMatchObject({ status: 0, stderr: "" });
});

it("keeps a chain for each of two processes, and says which record was changed", async () => {
  const cwd = folderOf({ "waymark.config.yaml": CONFIG });
  const servers = [start(cwd)];
  await servers[0]!.url(); // which creates the database
  servers.push(start(cwd));
  const urls = await Promise.all(servers.map((server) => server.url()));
  const over = new AbortController();
  const answers = urls.map(() => new Map<string, number>());
  const loads = urls.map((url, index) =>
    load(url, `server${index}`, answers[index]!, { signal: over.signal }),
  );
  for (const answered of answers) await expect.poll(() => answered.size).toBeGreaterThan(SOME);
  expect(await audit(cwd, "verify")).toMatchObject({ status: 0, stderr: "" }); // while they write
  over.abort();
  await Promise.all(loads);
  const answered = answers.flatMap((each) => [...each.keys()]);
  for (const server of servers) server.kill("SIGTERM");
  for (const server of servers) expect((await server.ended).code).toBe(0);
  const stored = requestIds(cwd);
  expect(answered.filter((id) => !stored.has(id))).toEqual([]);
  expect(JSON.parse((await audit(cwd, "verify", "--json")).stdout)).toMatchObject({ chains: 2 });
  const listed = JSON.parse((await audit(cwd, "list", "--json")).stdout) as { action: string }[];
  expect(listed[0]).toMatchObject({ action: "server.stopped" });
  expect((await audit(cwd, "list")).stdout).toContain("POST  /api/bulk  501");

  const database = new DatabaseSync(join(cwd, "data.db"));
  const [row] = database
    .prepare(
      "select id, instance, sequence from auditRecords where route = 'bulk.runBulk' limit 1 offset 5",
    )
    .all();
  database.prepare("update auditRecords set status = 201 where id = ?").run(String(row?.["id"]));
  database.close();
  const changed = await audit(cwd, "verify");
  expect(changed.status).toBe(1);
  expect(changed.stderr).toContain(
    `chain ${String(row?.["instance"])}, record ${String(row?.["sequence"])}: it was changed after it was written`,
  );
  expect(await audit(cwd, "nonsense")).toMatchObject({ status: 1 });
});

it("O7: says how many changes of a killed process wait to be recorded", async () => {
  const cwd = folderOf({ "waymark.config.yaml": CONFIG });
  const server = start(cwd);
  await server.url();
  server.kill("SIGTERM");
  await server.ended;
  expect((await audit(cwd, "verify")).stdout).not.toContain("wait");
  const database = new DatabaseSync(join(cwd, "data.db"));
  for (const id of ["000001700000000-a-1", "000001700000000-a-2"])
    database.prepare("insert into auditWaiting (id, entry) values (?, ?)").run(id, "{}");
  database.close();
  const verified = await audit(cwd, "verify");
  expect(verified.status).toBe(0);
  expect(verified.stdout).toMatch(/^2 changes wait in the store to be recorded: .* two minutes\n/);
  expect(verified.stdout).toMatch(/all as they were written\n$/);
  expect(JSON.parse((await audit(cwd, "verify", "--json")).stdout)).toMatchObject({ waiting: 2 });
});
