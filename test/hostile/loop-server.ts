/**
 * A server in a process of its own with much data, that measures its longest turn of the event loop. The clock is that of the
 * wall: the kernel counts the processor time of a thread in steps of milliseconds. The argument is its data file.
 */
import { createTestServer } from "waymark/testing";
import { slowness } from "../_machine.ts";
import { jsonRequest } from "../_setup.ts";
import { hostileConfig } from "./config.ts";
import { dearRequests } from "./dear-requests.ts";

const server = await createTestServer({ config: hostileConfig(process.argv[2]) });

const PAGES = 3;
const OPERATIONS = 100;
for (let page = 0; page < PAGES; page++) {
  const operations = Array.from({ length: OPERATIONS }, (_, index) => {
    const id = `crowd-${page}-${index}`;
    const body = { id, name: `One of many, ${id}`, description: "It answers. ".repeat(10) };
    return { id, method: "PUT", path: `/api/brains/${id}`, body };
  });
  const answer = await server.request("/api/bulk", jsonRequest("POST", { operations }));
  if (!answer.ok) throw new Error(await answer.text());
}

let timer: NodeJS.Immediate | undefined;
let longestMs = 0;

/** Measures each turn from now on. */
function begin(): void {
  longestMs = 0;
  let before = performance.now();
  const turn = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - before);
    before = now;
    timer = setImmediate(turn);
  };
  timer = setImmediate(turn);
}

function end(): { readonly longestMs: number } {
  clearImmediate(timer);
  return { longestMs };
}

const answers: Readonly<Record<string, () => object>> = {
  begin: () => (begin(), {}),
  end,
  slowness: () => ({ factor: slowness() }),
};
process.on("message", (question: string) => process.send?.(answers[question]?.() ?? {}));
process.once("disconnect", () => void server.close());
process.send?.({ origin: server.origin, requests: await dearRequests(server) });
