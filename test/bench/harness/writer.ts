/**
 * Load of conditional writes: each connection replaces a row of its own, with the entity tag of its last answer, and reads
 * it in between where it is asked to.
 *
 * Usage: node writer.ts '{"port": …, "seconds": …, "connections": …, "reads": …}'
 */
import { Agent, request } from "node:http";

export interface Writes {
  readonly writes: number;
  readonly reads: number;
  readonly perSecond: number;
}

export interface WriterOptions {
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  /** Reads after each write. */
  readonly reads: number;
  /** Path of what is read; default: the row itself. */
  readonly readPath?: string;
}

const { port, seconds, connections, reads, readPath }: WriterOptions = JSON.parse(
  process.argv[2] ?? "{}",
);
const until = performance.now() + seconds * 1000;
let written = 0;
let read = 0;

interface Answer {
  readonly status: number;
  readonly etag: string;
}

function ask(agent: Agent, method: string, path: string, tag?: string, body?: string) {
  return new Promise<Answer>((resolve, reject) => {
    const headers = {
      ...(tag === undefined ? {} : { "if-match": tag }),
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    };
    const asked = request({ agent, port, host: "127.0.0.1", method, path, headers }, (answer) => {
      answer.resume();
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, etag: String(answer.headers.etag) }),
      );
    });
    asked.on("error", reject).end(body);
  });
}

async function run(index: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const path = `/api/rooms/room-${index}`;
  let { etag } = await ask(agent, "GET", path);
  for (let seats = 0; performance.now() < until; seats = (seats + 1) % 1000) {
    const body = JSON.stringify({ id: `room-${index}`, name: "A room", seats });
    const answer = await ask(agent, "PUT", path, etag, body);
    if (answer.status !== 200) throw new Error(`PUT ${path} was answered with ${answer.status}`);
    etag = answer.etag;
    written++;
    for (let n = 0; n < reads && performance.now() < until; n++) {
      await ask(agent, "GET", readPath ?? path);
      read++;
    }
  }
  agent.destroy();
}

const began = performance.now();
await Promise.all(Array.from({ length: connections }, (_, index) => run(index)));
const took = (performance.now() - began) / 1000;
const result: Writes = { writes: written, reads: read, perSecond: (written + read) / took };
process.stdout.write(JSON.stringify(result));
