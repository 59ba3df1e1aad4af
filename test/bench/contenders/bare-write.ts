/**
 * The limit of a conditional write: node:http and node:sqlite, the same SQL in the same kind of transaction, and nothing
 * else. STORE names the database.
 */
import { hash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { announce } from "./announce.ts";
import { ROOMS, type Room } from "./bench-rooms.ts";

const database = new DatabaseSync(process.env["STORE"] ?? "");
database.exec("pragma journal_mode = wal; pragma cache_size = -16384");
database.exec(
  "create table if not exists rooms (id text primary key not null, name text, seats integer)",
);
const insert = database.prepare("insert or ignore into rooms values (?, ?, ?)");
for (const { id, name, seats } of ROOMS) insert.run(id, name, seats);
const find = database.prepare("select id, name, seats from rooms where id = ?");
const update = database.prepare("update rooms set name = ?, seats = ? where id = ?");

const tagOf = (text: string) => `"${hash("sha256", text, "base64url").slice(0, 22)}"`;

function isRoom(value: unknown): value is Room {
  const { id, name, seats } = Object(value) as Partial<Room>;
  return typeof id === "string" && typeof name === "string" && Number.isInteger(seats);
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks).toString();
}

/** Returns the status and the new text. */
function write(id: string, condition: string | undefined, room: Room): readonly [number, string] {
  database.exec("begin immediate");
  const row = find.get(id);
  const current = row === undefined ? undefined : JSON.stringify(row);
  if (current === undefined || (condition !== undefined && tagOf(current) !== condition)) {
    database.exec("rollback");
    return [current === undefined ? 404 : 412, "{}"];
  }
  update.run(room.name, room.seats, id);
  database.exec("commit");
  return [200, JSON.stringify(room)];
}

const server = createServer((request, response) => {
  void (async () => {
    const id = (request.url ?? "").slice("/api/rooms/".length);
    if (request.method === "GET") {
      const text = JSON.stringify(find.get(id));
      response.writeHead(200, { "content-type": "application/json", etag: tagOf(text) }).end(text);
      return;
    }
    const room: unknown = JSON.parse(await read(request));
    const [status, text] = isRoom(room)
      ? write(id, request.headers["if-match"], room)
      : [422, "{}"];
    response
      .writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        etag: tagOf(text),
      })
      .end(text);
  })();
});
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
