/** The exported client does the same on every runtime, before a proxy that fails. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stripTypeScriptTypes } from "node:module";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { clientText } from "../../../plugins/client/client-text.ts";
import { folderOf } from "../../_folder.ts";
import { isDue } from "../../_programs.ts";
import { launch } from "../../browser/_browser.ts";
import { freePort } from "../../engines/ports.ts";
import { opinionBinary } from "../../opinions/binary.ts";
import { faultyProxy } from "./_faulty-proxy.ts";

const server = await createTestServer({
  config: {
    plugins: {
      offices: { writable: true },
      idempotency: { enabled: true },
      events: { heartbeat: "200ms" },
    },
  },
});
afterAll(() => server.close());

/** Calls of every kind. Time runs five times as fast, so that late answers and waits do not take long. */
const SCRIPT = `
import { createClient, PreconditionFailedError, ResourceNotFoundError } from "./API";

export async function run(baseUrl) {
  const after = (ms, work) => {
    const timer = setTimeout(work, ms / 5);
    return () => clearTimeout(timer);
  };
  const api = createClient({ baseUrl, environment: { now: Date.now, random: Math.random, after } });
  const collect = async (items) => {
    const all = [];
    for await (const item of items) all.push(item);
    return all;
  };
  const found = {};
  found.pages = (await collect(api.offices.list({ fields: ["name"], limit: 1 }))).map(({ name }) => name);
  found.filtered = await collect(api.offices.list({ filter: { name: { contains: "dr" } }, fields: ["id"] }));
  found.missing = await api.offices.get({ officeId: "none" }).catch((error) => error instanceof ResourceNotFoundError);

  const body = { id: "oslo", name: "Oslo", hitos: [] };
  const options = { idempotencyKey: baseUrl };
  found.created = (await api.offices.create({ body }, options)).name;
  found.repeated = (await api.offices.create({ body }, options)).name;
  const office = await api.offices.get({ officeId: "oslo" });
  found.linked = await collect(office._links.integrations.follow());
  const change = { officeId: "oslo", body: { name: "Oslo 2" } };
  found.stale = await api.offices.patch(change).catch((error) => error instanceof PreconditionFailedError);
  await api.offices.get({ officeId: "oslo" }, { fresh: true });
  found.changed = (await api.offices.patch(change)).name;
  await api.offices.remove({ officeId: "oslo" });

  found.refusedAndCut = (await collect(api.brains.list())).length > 0;
  found.late = typeof (await api.time.get()).epochMs;
  found.events = [];
  for await (const { event } of api.events.streamEvents()) {
    if (event === "heartbeat") found.events.push(event);
    if (found.events.length === 3) break;
  }
  return found;
}
`;

const RESULT = {
  pages: ["Lisboa", "Madrid", "Medellín", "Rotterdam"],
  filtered: [{ id: "madrid" }],
  missing: true,
  created: "Oslo",
  repeated: "Oslo",
  linked: [],
  stale: true,
  changed: "Oslo 2",
  refusedAndCut: true,
  late: "number",
  events: ["heartbeat", "heartbeat", "heartbeat"],
};

/** Programs with their arguments; the client is without its types where the runtime reads none. */
const RUNTIMES = {
  "Node 24": { program: process.execPath, args: [], extension: "ts" },
  "Node 20": { program: "/usr/bin/node", args: [], extension: "mjs" },
  Bun: { program: opinionBinary("@oven", "bun"), args: [], extension: "ts" },
  Deno: {
    program: opinionBinary("@deno", "deno"),
    args: ["run", "--allow-net", "--no-config"],
    extension: "ts",
  },
} as const;

type Extension = (typeof RUNTIMES)[keyof typeof RUNTIMES]["extension"];

async function filesFor(extension: Extension): Promise<Record<string, string>> {
  const text = await clientText(server.registry);
  return {
    [`api.${extension}`]: extension === "ts" ? text : stripTypeScriptTypes(text),
    "run.mjs": SCRIPT.replace("./API", `./api.${extension}`),
  };
}

it.for(Object.entries(RUNTIMES))(
  "%s",
  { timeout: 60_000 },
  async ([name, { program, args, extension }], { skip }) => {
    const isMissing = !existsSync(program) && process.env["CI"] === undefined;
    skip(isMissing, `needs ${name}: ${program}`);
    const proxy = await faultyProxy(server.origin);
    try {
      const cwd = folderOf({
        ...(await filesFor(extension)),
        "main.mjs": `import { run } from "./run.mjs";
          console.log(JSON.stringify(await run("${proxy.origin}")));`,
      });
      const { stdout } = await promisify(execFile)(program, [...args, "main.mjs"], { cwd });
      expect([JSON.parse(stdout), proxy.left()]).toEqual([RESULT, []]);
    } finally {
      proxy.close();
    }
  },
);

it("Chromium, from a page of another origin", { timeout: 60_000 }, async ({ skip }) => {
  skip(!isDue("chromium"), "needs chromium (apt install chromium)");
  const files = await filesFor("mjs");
  const pages = createServer(({ url = "/" }, answer) => {
    const text = files[url.slice(1)];
    answer.setHeader("content-type", text === undefined ? "text/html" : "text/javascript");
    answer.end(text ?? "<!doctype html><title>Client</title>");
  });
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  const proxy = await faultyProxy(server.origin);
  const browser = await launch(await freePort());
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    const found = await page.evaluate(
      `import("/run.mjs").then(({ run }) => run(${JSON.stringify(proxy.origin)}))`,
    );
    expect([found, proxy.left()]).toEqual([RESULT, []]);
  } finally {
    await browser.close();
    proxy.close();
    pages.close();
  }
});
