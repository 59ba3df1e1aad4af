/**
 * The parts of larger requests by hand, with node:http and node:sqlite and nothing else: a write whose answer is kept by
 * its idempotency key, with HOOK its delivery to a receiver, signed with SECRET; 100 writes in one request; an upload that
 * is hashed; a tool call of MCP. STORE names the database.
 */
import { createHmac, hash, randomUUID } from "node:crypto";
import { Agent, createServer, request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { announce } from "./announce.ts";
import { ROOMS, Room } from "./bench-rooms.ts";
import { store } from "./bench-uploads.ts";
import { readJob } from "./job.ts";

const { HOOK, SECRET = "", STORE = "" } = process.env;
const DAY_MS = 86_400_000;
/** Deliveries under way at once, as in Waymark. */
const AT_ONCE = 4;

const database = new DatabaseSync(STORE);
database.exec(`
  pragma journal_mode = wal; pragma cache_size = -16384;
  create table if not exists rooms (id text primary key not null, name text, seats integer);
  create table if not exists visits (id text primary key not null, room text);
  create table if not exists records (id text primary key not null, fingerprint text, expiresAt integer, head text, body text);
  create table if not exists deliveries (id integer primary key, message text, body text, state text, attempts text);
  create index if not exists due on deliveries (state, id);
`);
const insertRoom = database.prepare("insert or ignore into rooms values (?, ?, ?)");
for (const { id, name, seats } of ROOMS) insertRoom.run(id, name, seats);
const updateRoom = database.prepare("update rooms set name = ?, seats = ? where id = ?");
const upsertVisit = database.prepare(
  "insert into visits values (?, ?) on conflict (id) do update set room = excluded.room",
);
const findRecord = database.prepare("select * from records where id = ? and expiresAt > ?");
const insertRecord = database.prepare("insert into records values (?, ?, ?, ?, ?)");
const insertDelivery = database.prepare(
  "insert into deliveries (message, body, state) values (?, ?, 'pending')",
);
const dueDeliveries = database.prepare(
  "select id, message, body from deliveries where state = 'pending' limit ?",
);
const setState = database.prepare("update deliveries set state = ?, attempts = ? where id = ?");

interface Delivery {
  readonly id: number;
  readonly message: string;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true });
const key = Buffer.from(SECRET.replace("whsec_", ""), "base64");
let underWay = 0;

/** Sends what is due; each end looks for more. */
function deliver(): void {
  if (HOOK === undefined) return;
  const due = dueDeliveries.all(AT_ONCE - underWay) as unknown as Delivery[]; // as inserted
  for (const { id, message, body } of due) {
    setState.run("claimed", null, id);
    underWay++;
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", key).update(`${message}.${at}.${body}`).digest("base64");
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "webhook-id": message,
      "webhook-timestamp": String(at),
      "webhook-signature": `v1,${signature}`,
    };
    httpRequest(HOOK, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => {
        setState.run("delivered", JSON.stringify([{ at, status: response.statusCode }]), id);
        underWay--;
        deliver();
      });
    }).end(body);
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks).toString();
}

/** Keeps a visit once, however often it is sent. */
function visit(id: string, idempotencyKey: string, text: string): string {
  const { room } = JSON.parse(text) as { room: string };
  if (typeof room !== "string") throw new Error("422");
  const record = hash("sha256", idempotencyKey);
  const fingerprint = hash("sha256", `${id}\n${text}`);
  database.exec("begin immediate");
  const known = findRecord.get(record, Date.now());
  if (known !== undefined) {
    database.exec("rollback");
    return String(known["body"]);
  }
  upsertVisit.run(id, room);
  const body = JSON.stringify({ id, room });
  insertRecord.run(record, fingerprint, Date.now() + DAY_MS, '{"status":200}', body);
  if (HOOK !== undefined) {
    const timestamp = new Date().toISOString();
    const data = { path: `/api/visits/${id}`, kind: "changed", key: id };
    const event = JSON.stringify({ type: "visits.changed", timestamp, data });
    insertDelivery.run(`msg_${randomUUID()}`, event);
  }
  database.exec("commit");
  return body;
}

interface Operation {
  readonly id: string;
  readonly path: string;
  readonly body: unknown;
}

/** Makes all changes of a bulk request together. */
function bulk(text: string): string {
  const { operations } = JSON.parse(text) as { operations: readonly Operation[] };
  database.exec("begin immediate");
  const results = operations.map(({ id, path, body }) => {
    const room = Room.parse(body);
    updateRoom.run(room.name, room.seats, path.slice("/api/rooms/".length));
    const etag = `"${hash("sha256", JSON.stringify(room), "base64url").slice(0, 22)}"`;
    return { id, status: 200, headers: { "content-type": "application/json", etag }, body: room };
  });
  database.exec("commit");
  return JSON.stringify({ results });
}

const list = readJob().list.body;

/** Calls the one tool that there is. */
function callTool(text: string): string {
  const { id, method, params } = JSON.parse(text) as {
    id: number;
    method: string;
    params: { name: string };
  };
  if (method !== "tools/call" || params.name !== "call_operation") throw new Error("-32601");
  const structuredContent = { status: 200, body: JSON.parse(list) as unknown };
  const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
  return JSON.stringify({ jsonrpc: "2.0", id, result: { content, structuredContent } });
}

async function answer(request: IncomingMessage): Promise<string> {
  const { url = "", headers } = request;
  if (url === "/api/upload") return JSON.stringify(await store(request));
  const text = await read(request);
  if (url === "/api/bulk") return bulk(text);
  if (url === "/mcp") return callTool(text);
  return visit(url.slice("/api/visits/".length), String(headers["idempotency-key"]), text);
}

const server = createServer((request, response) => {
  void (async () => {
    const text = await answer(request);
    const etag = `"${hash("sha256", text, "base64url").slice(0, 22)}"`;
    const length = Buffer.byteLength(text);
    response
      .writeHead(200, { "content-type": "application/json", "content-length": length, etag })
      .end(text);
    deliver();
  })();
});
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
