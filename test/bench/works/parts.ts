/** Processor time of requests that do much, beside their parts done by hand. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Contender } from "../contenders/index.ts";
import { sampleRounds, type Asked } from "../harness/gate.ts";
import { ask, type RequestShape } from "../harness/request.ts";
import { atMost, valueOf, type Row } from "../harness/result.ts";
import { withServer, type Server } from "../harness/server.ts";
import { interval, ratios } from "../harness/statistics.ts";
import type { Context, Work } from "./context.ts";
import { CPU, RATIO } from "./throughput.ts";

const BY_HAND = "by hand";
const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

const json = { "content-type": "application/json" };

const visit: RequestShape = {
  method: "POST",
  path: "/api/visits/{n}",
  headers: { ...json, "idempotency-key": '"visit-{n}-{a}"' },
  body: JSON.stringify({ room: "room-1" }),
};

const operations = Array.from({ length: 100 }, (_, index) => {
  const id = `room-${index % 64}`;
  const body = { id, name: "A room", seats: index };
  return { id: String(index), method: "PUT", path: `/api/rooms/${id}`, body };
});

const call = { name: "call_operation", arguments: { operation: "offices.listOffices" } };

interface Kind {
  readonly name: string;
  readonly shape: RequestShape;
  /** Requests of a batch. */
  readonly requests: number;
  /** A receiver gets each change before the next batch. */
  readonly isSent?: true;
}

const KINDS: readonly Kind[] = [
  { name: "POST with a key", shape: visit, requests: 500 },
  { name: "the same, sent to a webhook", shape: visit, requests: 200, isSent: true },
  {
    name: "bulk of 100",
    shape: {
      method: "POST",
      path: "/api/bulk",
      headers: json,
      body: JSON.stringify({ operations, atomic: true }),
    },
    requests: 20,
  },
  {
    name: "upload of 10 MB",
    shape: {
      method: "POST",
      path: "/api/upload",
      headers: { "content-type": "application/octet-stream" },
      body: "0123456789".repeat(1_000_000),
    },
    requests: 10,
  },
  {
    name: "MCP call",
    shape: {
      method: "POST",
      path: "/mcp",
      headers: { ...json, accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
    },
    requests: 200,
  },
];

/** Asks once, and throws unless it succeeds. */
async function expectSuccess({ contender, shape }: Asked, job: string): Promise<void> {
  await withServer(contender, { job }, async ({ port }) => {
    const { status, body } = await ask(port, shape);
    if (status !== 200 || /"isError":true|"status":[45]/.test(body))
      throw new Error(`${contender.name}: ${status} ${body.slice(0, 500)}`);
  });
}

/** Waits until the receiver has as many more as were written. */
async function arrivals(receiver: Server): Promise<(written: number) => Promise<void>> {
  let expected = await receiver.ask<number>("received");
  return async (written) => {
    expected += written;
    while ((await receiver.ask<number>("received")) < expected) await sleep(5);
  };
}

async function measure(kind: Kind, context: Context, receiver?: Server): Promise<Row> {
  const { shape, requests } = kind;
  const { path: job } = await context.job();
  const url = receiver && `http://127.0.0.1:${receiver.port}/`;
  const pair = (stage: string) =>
    ["bare-parts.ts", "waymark-parts.ts"].map((script): Asked => {
      const STORE = join(context.scratch, `${kind.name}-${stage}-${script}.db`);
      const env = url === undefined ? { STORE } : { STORE, HOOK: url, SECRET };
      return { contender: { name: script, script, env }, shape, requests };
    });
  for (const one of pair("check")) await expectSuccess(one, job);
  const settled = receiver && (await arrivals(receiver));
  const asked = pair("measured").map((one) => ({ ...one, settled }));
  const all = await sampleRounds(asked, context.settings.rounds, job);
  const [byHand = [], own = []] = all.values();
  return {
    contender: kind.name,
    figures: {
      [CPU]: interval(own),
      [BY_HAND]: interval(byHand),
      [RATIO]: interval(ratios(own, byHand)),
    },
  };
}

const RECEIVER: Contender = { name: "receiver", script: "receiver.ts" };

export const partsWork: Work = {
  id: "parts",
  title: "Processor time of larger requests beside their parts by hand, in turn",
  async run(context) {
    const rows: Row[] = [];
    for (const kind of KINDS)
      rows.push(
        kind.isSent === true
          ? await withServer(RECEIVER, {}, (receiver) => measure(kind, context, receiver))
          : await measure(kind, context),
      );
    return {
      work: this.id,
      title: this.title,
      columns: [CPU, BY_HAND, RATIO],
      rows,
      goals: KINDS.map(({ name }) => atMost(name, valueOf(rows, name, RATIO), 1.3)),
      note: "By hand: node:http and node:sqlite, the same rows in the same transactions, the same bytes hashed and sent, and no policy of a service.",
    };
  },
};
