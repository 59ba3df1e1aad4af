/** Requests in the console: counts, what was slow, and what made it slow, in a bounded part of memory. */
import { afterAll, expect, it } from "vitest";
import { definePlugin } from "waymark";
import { RequestRecorder } from "../../../../plugins/pages/console/requests/recorder.ts";
import { discard, startServer, times } from "../../../_setup.ts";
import { browserAt, serveConsole } from "./_console.ts";

const served = await serveConsole(["brains: { writable: true }"], afterAll);

it("leads from a slow request to what made it slow, in four steps", async () => {
  const { browser, server } = served;
  const query = JSON.stringify({ query: "{ brains { id } }" });
  const headers = { "content-type": "application/json", "x-request-id": "slow-request-0001" };
  await discard(await fetch(`${server.url}/api/graphql`, { method: "POST", headers, body: query }));
  await times(3, async () => discard(await fetch(`${server.url}/api/locales`)));
  await discard(await fetch(`${server.url}/api/nope`));

  const overview = await browser.open("/console");
  expect(overview.text).toContain('href="/console/requests"');
  const { text } = await browser.open("/console/requests");
  expect(text).toContain("5 requests, 0 failed");
  expect(text).toMatch(/locales\.listLocales<\/a><\/td><td>0\.05<\/td><td>3<\/td>/);
  expect(text).toContain('<svg class="lines" role="img"');
  const [, href = ""] = /<a rel="item" href="([^"]*id=slow-request-0001)"/.exec(text) ?? [];
  const request = await browser.open(href);
  expect(request.text).toMatch(/handler graphql\.postGraphql/);
  expect(request.text).toMatch(/read brains\.listBrains/);
  const route = await browser.open("/console/requests?route=locales.listLocales");
  expect(route.text).toContain("3 requests, 0 failed");
  expect((await browser.open("/console/requests", "es")).text).toContain(" peticiones, 0 fallidas");
});

it("escapes what a client sent, and says so of a request that is not kept", async () => {
  const { browser, server } = served;
  await discard(await fetch(`${server.url}/api/%3Cscript%3Ealert(1)`));
  expect((await browser.open("/console/requests")).text).not.toContain("<script>alert");
  const { text } = await browser.open("/console/requests?id=%3Cscript%3Ealert(1)");
  expect(text).toContain("The request &lt;script&gt;alert(1) is not kept");
  expect(text).not.toContain("<script>alert");
});

/** Parts of a call and of a reply that are recorded. */
function answer(route: string, durationMs: number, status = 200, requestId = `${route}-1`) {
  const call = {
    durationMs,
    method: "GET",
    requestId,
    client: "",
    path: "/",
    route: { ref: route },
  };
  return [call, { status }] as unknown as Parameters<RequestRecorder["record"]>;
}

it("keeps an hour of minutes and a day of counts, however many requests come", () => {
  let now = Date.parse("2026-01-02T03:00:00Z");
  const recorder = new RequestRecorder(() => now);
  for (let minute = 0; minute < 90; minute++, now += 60_000)
    for (let index = 0; index < 50; index++)
      recorder.record(
        ...answer("boats.listBoats", index, index === 49 ? 500 : 200, `${minute}-${index}`),
      );
  now -= 60_000;
  expect(recorder.minutes()).toHaveLength(60);
  expect(recorder.lastHour().get("boats.listBoats")).toMatchObject({
    requests: 3000,
    failures: 60,
  });
  expect(recorder.total.get("boats.listBoats")).toMatchObject({ requests: 4500, failures: 90 });
  expect(recorder.slowest()).toHaveLength(300);
  expect(recorder.slowest()[0]?.ms).toBe(49);
  expect(recorder.failed()[0]?.requestId).toBe("89-49");
  expect(recorder.find("60-45")?.ms).toBe(45);
  expect(recorder.find("60-3")).toBeUndefined();
  expect(recorder.requestsOf("boats")).toBe(4500);
  expect(recorder.requestsOf("boats.listBoats")).toBe(4500);
  expect(recorder.requestsOf("boat")).toBe(0);
  now += 24 * 3_600_000;
  expect(recorder.requestsOf("boats")).toBe(0);
  expect(recorder.lastHour().size).toBe(0);
  recorder.close();
});

it("begins with what is wrong: plugins that did not start, with their reason", async () => {
  const broken = definePlugin({
    id: "broken",
    summary: "Does not start.",
    optional: true,
    setup: () => Promise.reject(new Error("no <disk>")),
  });
  const plugins = { listen: { admin: { port: 0 } }, console: true, broken };
  const server = await startServer({ config: { plugins } });
  const { text } = await browserAt(server.adminOrigin ?? "").open("/console");
  expect(text).toMatch(
    /<h1>Overview<\/h1>\s*<section class="notice bad">[^]*?broken<\/strong> [^<]*no &lt;disk&gt;/,
  );
});

it("records nothing where the console is off", async () => {
  const plugins = { listen: { admin: { port: 0 } } };
  const server = await startServer({ config: { plugins } });
  const policies = server.registry.policies.map(({ policy }) => policy.id);
  expect(policies.filter((id) => id.includes("console"))).toEqual([]);
  const paths = ["", "/requests", "/data", "/status", "/act", "/audit/verify"];
  for (const path of paths)
    expect((await fetch(`${server.adminOrigin}/console${path}`)).status).toBe(404);
});
