/** The service without listeners and files: in this process, and in a worker of Cloudflare. */
import { spawn } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { folderOf } from "../_folder.ts";
import { opinionBinary } from "../opinions/binary.ts";
import { bundleWorker } from "./worker/bundle.ts";
import service from "./worker/service.ts";

const WORKERD = opinionBinary("@cloudflare", "workerd");

/** Starts workerd with the bundled worker. Returns its origin. */
async function startWorker(): Promise<string> {
  const folder = folderOf();
  await bundleWorker(folder);
  const config = join(folder, "workerd.capnp");
  copyFileSync(join(import.meta.dirname, "worker/workerd.capnp"), config);
  const child = spawn(WORKERD, ["serve", "--control-fd=3", config], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const events = createInterface(child.stdio[3] as Readable); // a pipe, as `stdio` says
  for await (const line of events) {
    const { event, port } = JSON.parse(line) as { readonly event: string; readonly port: number };
    if (event === "listen") return `http://127.0.0.1:${port}`;
  }
  throw new Error("workerd ended before it listened");
}

const REQUESTS: readonly (readonly [path: string, init?: RequestInit])[] = [
  ["/api"],
  ["/api/tides"],
  ["/api/tides?sort=-metres&fields=id&limit=1"],
  ["/api/tides?filter%5Bmetres%5D%5Bgt%5D=2"],
  ["/api/tides?limit=none"],
  ["/api/tides/neap"],
  ["/api/tides/nothing"],
  ["/api/tides", { method: "DELETE" }],
  ["/api/tides", { method: "OPTIONS" }],
  ["/api/openapi"],
  ["/api/schemas"],
  ["/api/capabilities"],
  ["/api/errors"],
  ["/api/graphql?query=%7Btides(limit:1)%7Bitems%7Bid%7D%7D%7D"],
  ["/api/health"],
  ["/nothing"],
];

/** Headers that follow from the moment, or that the platform adds. */
const OF_MOMENT =
  /^(?:date|x-request-id|traceparent|server-timing|content-length|x-ratelimit-|ratelimit|etag|content-digest|repr-digest|transfer-encoding|content-encoding)/;

/** Returns an answer without what depends on the moment and the address. */
async function shown(response: Response, origin: string) {
  const text = (await response.text())
    .replaceAll(origin, "<origin>")
    .replace(/"requestId":"[^"]+"/g, '"requestId":"…"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
  const headers = [...response.headers].filter(([name]) => !OF_MOMENT.test(name));
  return { status: response.status, headers: Object.fromEntries(headers), text };
}

it("answers in a worker as in this process, conditions and codings too", async ({ skip }) => {
  skip(
    !existsSync(WORKERD) && process.env["CI"] === undefined,
    "needs workerd (npm ci --ignore-scripts --prefix test/opinions)",
  );
  const origin = await startWorker();
  onTestFinished(() => service.close());
  const identity = { headers: { "accept-encoding": "identity" } };
  for (const [path, init] of REQUESTS) {
    const url = `${origin}${path}`;
    const here = await service.fetch(new Request(url, { ...identity, ...init }));
    const there = await fetch(url, { ...identity, ...init });
    expect([path, await shown(there, origin)]).toEqual([path, await shown(here, origin)]);
  }
  const first = await fetch(`${origin}/api/openapi`);
  const tag = first.headers.get("etag") ?? "";
  expect(first.headers.get("content-encoding")).not.toBeNull();
  const again = await fetch(`${origin}/api/openapi`, { headers: { "if-none-match": tag } });
  expect(again.status).toBe(304);
  const many = Array.from({ length: 50 }, () => fetch(`${origin}/api/tides`));
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
});
