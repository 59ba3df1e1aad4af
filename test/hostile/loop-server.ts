/**
 * A server in a process of its own with much data, that measures its longest turn of the event loop by processor time, which a
 * busy machine does not change. The argument is its data file.
 */
import { createTestServer } from "waymark/testing";
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
let longestMicros = 0;

/** Measures each turn from now on. */
function begin(): void {
  longestMicros = 0;
  let before = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longestMicros = Math.max(longestMicros, user + system);
    before = process.threadCpuUsage();
    timer = setImmediate(turn);
  };
  timer = setImmediate(turn);
}

function end(): { readonly longestMs: number } {
  clearImmediate(timer);
  return { longestMs: longestMicros / 1000 };
}

process.on("message", (question) => {
  if (question === "begin") begin();
  process.send?.(question === "begin" ? {} : end());
});
process.once("disconnect", () => void server.close());
process.send?.({ origin: server.origin, requests: await dearRequests(server) });
