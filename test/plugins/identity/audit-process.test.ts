/** The audit of whole processes: killed, side by side, and verified from the command line. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { folderOf, start } from "../../kernel/cli/_server.ts";

const BIN = join(import.meta.dirname, "../../../kernel/cli/bin.ts");
const CONFIG = `
plugins:
  access: true
  access-log: false
  rate-limit: { limit: 1000000 }
  store: { file: data.db }
  audit: { anchor: anchor.jsonl }
`;
/** Milliseconds from an answer to its record, at most, as the guide states. */
const BOUND_MS = 1000;

function audit(cwd: string, ...args: readonly string[]) {
  const env = { PATH: process.env["PATH"], NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, "audit", ...args], {
    cwd,
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** Sends writes, one after the other, until it fails. Returns when each was answered, by request id. */
async function load(url: string, name: string, signal?: AbortSignal): Promise<Map<string, number>> {
  const answered = new Map<string, number>();
  try {
    for (let n = 0; ; n++) {
      signal?.throwIfAborted();
      const id = `${name}-${n}-request`;
      const answer = await fetch(`${url}/api/bulk`, {
        method: "POST",
        headers: { "x-request-id": id },
      });
      await answer.arrayBuffer();
      answered.set(id, performance.now());
    }
  } catch {
    // The server is gone, or the test has seen enough.
  }
  return answered;
}

function requestIds(cwd: string): ReadonlySet<string> {
  const database = new DatabaseSync(join(cwd, "data.db"));
  const rows = database.prepare("select requestId from auditRecords").all();
  database.close();
  return new Set(rows.map((row) => String(row["requestId"])));
}

it("loses at most a second of records to SIGKILL, and its chain verifies", async () => {
  const cwd = folderOf({ "waymark.config.yaml": CONFIG });
  const server = start(cwd);
  const url = await server.url();
  const loads = ["a", "b", "c"].map((name) => load(url, name));
  await new Promise((resolve) => setTimeout(resolve, 2500));
  server.kill("SIGKILL");
  await server.ended;
  const answered = (await Promise.all(loads)).flatMap((each) => [...each]);
  // Up to the last answer the process ran for certain, however busy the machine is.
  const lastAt = Math.max(...answered.map(([, at]) => at));
  const due = answered.filter(([, at]) => at < lastAt - BOUND_MS).map(([id]) => id);
  expect(due.length).toBeGreaterThan(0);

  const again = start(cwd);
  await again.url();
  const stored = requestIds(cwd);
  expect(due.filter((id) => !stored.has(id))).toEqual([]);
  again.kill("SIGTERM");
  expect((await again.ended).code).toBe(0);
  const verified = audit(cwd, "verify");
  expect(verified).toMatchObject({ status: 0, stderr: "" });
  expect(verified.stdout).toMatch(/^\d+ records in 2 chains: all as they were written\n$/);
}, 60_000);

it("keeps a chain for each of two processes, and says which record was changed", async () => {
  const cwd = folderOf({ "waymark.config.yaml": CONFIG });
  const servers = [start(cwd)];
  await servers[0]!.url(); // which creates the database
  servers.push(start(cwd));
  const urls = await Promise.all(servers.map((server) => server.url()));
  const over = new AbortController();
  const loads = urls.map((url, index) => load(url, `server${index}`, over.signal));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(audit(cwd, "verify")).toMatchObject({ status: 0, stderr: "" }); // while they write
  over.abort();
  const answered = (await Promise.all(loads)).flatMap((each) => [...each.keys()]);
  for (const server of servers) server.kill("SIGTERM");
  for (const server of servers) expect((await server.ended).code).toBe(0);
  const stored = requestIds(cwd);
  expect(answered.filter((id) => !stored.has(id))).toEqual([]);
  expect(JSON.parse(audit(cwd, "verify", "--json").stdout)).toMatchObject({ chains: 2 });
  const listed = JSON.parse(audit(cwd, "list", "--json").stdout) as { action: string }[];
  expect(listed[0]).toMatchObject({ action: "server.stopped" });
  expect(audit(cwd, "list").stdout).toContain("POST  /api/bulk  501");

  const database = new DatabaseSync(join(cwd, "data.db"));
  const [row] = database
    .prepare(
      "select id, instance, sequence from auditRecords where route = 'bulk.runBulk' limit 1 offset 5",
    )
    .all();
  database.prepare("update auditRecords set status = 201 where id = ?").run(String(row?.["id"]));
  database.close();
  const changed = audit(cwd, "verify");
  expect(changed.status).toBe(1);
  expect(changed.stderr).toContain(
    `chain ${String(row?.["instance"])}, record ${String(row?.["sequence"])}: it was changed after it was written`,
  );
  expect(audit(cwd, "nonsense")).toMatchObject({ status: 1 });
}, 60_000);
