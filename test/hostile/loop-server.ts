/** A server in a process of its own with much data, that measures its longest turn of the event loop. The argument is its data file. */
import { createTestServer } from "waymark/testing";
import { slowness } from "../_machine.ts";
import { jsonRequest } from "../_setup.ts";
import { hostileConfig } from "./config.ts";
import { dearRequests } from "./dear-requests.ts";
import { begin, end } from "./turns.ts";

const server = await createTestServer({
  config: hostileConfig(process.argv[2]),
});

const PAGES = 3;
const OPERATIONS = 100;
for (let page = 0; page < PAGES; page++) {
  const operations = Array.from({ length: OPERATIONS }, (_, index) => {
    const id = `crowd-${page}-${index}`;
    const body = {
      id,
      name: `One of many, ${id}`,
      description: "It answers. ".repeat(10),
    };
    return { id, method: "PUT", path: `/api/brains/${id}`, body };
  });
  const answer = await server.request("/api/bulk", jsonRequest("POST", { operations }));
  if (!answer.ok) throw new Error(await answer.text());
}

const answers: Readonly<Record<string, () => object | Promise<object>>> = {
  begin: () => (begin(), {}),
  end,
  slowness: () => ({ factor: slowness() }),
};
process.on("message", async (question: string) => {
  process.send?.((await answers[question]?.()) ?? {});
});
process.once("disconnect", () => void server.close());
process.send?.({ origin: server.origin, requests: await dearRequests(server) });
