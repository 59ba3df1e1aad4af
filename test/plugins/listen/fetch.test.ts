/** The service behind a web handler. */
import { definePlugin } from "waymark";
import { createFetch } from "waymark/fetch";
import { silentLog } from "waymark/tools";
import { expect, it, onTestFinished } from "vitest";

const ask = (path: string) => new Request(`https://edge.example${path}`);

it("starts at the first request, whose origin absolute URLs have, and listens nowhere", async () => {
  const listeners = () =>
    process.getActiveResourcesInfo().filter((kind) => kind === "TCPServerWrap").length;
  const before = listeners();
  const plugins = { store: { file: ":memory:" } };
  const { fetch: answer, close } = createFetch({ plugins }, { log: silentLog });
  onTestFinished(() => close());
  const [offices, sitemap] = await Promise.all([
    answer(ask("/api/offices?limit=1")),
    answer(ask("/sitemap.xml")),
  ]);
  expect(await offices.json()).toMatchObject({ offices: [{ id: "lisboa" }] });
  expect(await sitemap.text()).toContain("<loc>https://edge.example/developers</loc>");
  expect(listeners()).toBeLessThanOrEqual(before); // those of other tests may close
});

it("says what is wrong, and tries again at the next request", async () => {
  let starts = 0;
  const flaky = definePlugin({
    id: "flaky",
    summary: "Fails once.",
    setup() {
      if (starts++ === 0) throw new Error("there is no disk");
    },
  });
  const service = createFetch({}, { preset: [flaky], log: silentLog });
  onTestFinished(() => service.close());
  await expect(service.fetch(ask("/"))).rejects.toThrow(/there is no disk/);
  expect((await service.fetch(ask("/"))).status).toBe(404);
});

it("counts the requests of each client by the address that the platform knows", async () => {
  const plugins = { "rate-limit": { limit: 10 }, store: { file: ":memory:" } };
  const service = createFetch(
    { plugins },
    {
      log: silentLog,
      addressOf: (_request, peer) => (typeof peer === "string" ? peer : undefined),
    },
  );
  onTestFinished(() => service.close());
  const left = async (peer: string) => {
    const { headers } = await service.fetch(ask("/api/offices"), peer);
    return headers.get("x-ratelimit-remaining");
  };
  expect([await left("192.0.2.1"), await left("192.0.2.1"), await left("192.0.2.2")]).toEqual([
    "9",
    "8",
    "9",
  ]);
});

it("takes options from the environment that the platform hands over", async () => {
  const env = { WAYMARK_STORE_FILE: ":memory:", WAYMARK_BRAINS: "false" };
  const service = createFetch({}, { env, log: silentLog });
  onTestFinished(() => service.close());
  expect((await service.fetch(ask("/api/brains"))).status).toBe(404);
});
