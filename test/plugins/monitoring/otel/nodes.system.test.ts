/** A trace over two nodes: one in this process, and one that `waymark start` runs in its own. */
import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import { z } from "zod";
import { start } from "../../../kernel/cli/_server.ts";
import { startCollector } from "./_collector.ts";
import { folderOf } from "../../../_folder.ts";
import { startServer } from "../../../_setup.ts";

/** Asks the other node for a list. */
const askingOf = (origin: string) =>
  definePlugin({
    id: "asking",
    summary: "Asks another node.",
    routes: {
      ask: {
        method: "GET",
        path: "/api/ask",
        summary: "Ask.",
        returns: z.object({ traceresponse: z.string() }),
        cache: "no-store",
        publish: { rootLink: "ask" },
      },
    },
    handlers: () => ({
      async ask({ fetch }) {
        const { headers } = await fetch(`${origin}/api/offices?limit=1`);
        return { traceresponse: headers.get("traceresponse") ?? "" };
      },
    }),
  });

it.each([
  ["is one tree, where the other node trusts the caller", ["127.0.0.1"], true],
  ["is recorded as far as each node wants, where it does not", [], false],
])("a trace over two nodes %s", async (_case, trustedProxies, isWhole) => {
  const collector = await startCollector();
  const otel = { url: collector.url, metrics: false, logs: false };
  const config = {
    trustedProxies,
    stop: { delay: "0s" },
    plugins: { otel: { ...otel, sample: 0 } },
  };
  const other = start(folderOf({ "waymark.config.json": JSON.stringify(config) }));
  const asking = askingOf(await other.url());
  const own = await startServer({ config: { plugins: { asking, otel } } });

  const answer = await own.request("/api/ask");
  const [, trace = "", span = ""] = answer.headers.get("traceresponse")?.split("-") ?? [];
  const { traceresponse } = (await answer.json()) as { traceresponse: string };
  await own.close();
  other.kill("SIGTERM");
  await other.ended;

  const asked = "GET /api/ask > handler asking.ask > GET";
  const answered = `${asked} > GET /api/offices`;
  expect(collector.tree(trace)).toEqual([
    "GET /api/ask",
    "GET /api/ask > handler asking.ask",
    asked,
    ...(isWhole
      ? [
          answered,
          `${answered} > handler offices.listOffices`,
          `${answered} > handler offices.listOffices > SELECT offices`,
        ]
      : []),
  ]);
  const spans = collector.spans.filter(({ traceId }) => traceId === trace);
  expect(spans.find(({ name }) => name === "GET /api/ask")?.spanId).toBe(span);
  const list = spans.find(({ name }) => name === "GET /api/offices");
  const listSpan = list?.spanId ?? "\\w{16}";
  expect(traceresponse).toMatch(new RegExp(`^00-${trace}-${listSpan}-0${isWhole ? 3 : 2}$`));
  const instances = new Set(spans.map(({ resource }) => resource["service.instance.id"]));
  expect(instances.size).toBe(isWhole ? 2 : 1);
});
