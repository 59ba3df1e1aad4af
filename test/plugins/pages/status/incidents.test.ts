/** Incidents, notices and maintenance: on their pages, in the feed, and for clients of Statuspage. */
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import type { TestServer } from "waymark/testing";
import {
  StatusComponents,
  StatusIncidents,
  StatusIndicator,
  StatusSummary,
} from "../../../../schemas/status-summary.ts";
import { json } from "../../../_setup.ts";
import { useServers } from "./_server.ts";

const start = useServers();
const BASE = "https://api.example.com";
const NEW_YEAR = "2026-01-01T03:00:00.000Z";

async function text(server: TestServer, path: string, language = "en"): Promise<string> {
  const headers = { accept: "text/html", "accept-language": language };
  const answer = await server.fetch(path, { headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

/** An incident of ten minutes that began in December, and one that has lasted for a minute. */
async function startTroubled() {
  const part = await start({}, "2025-12-31T23:55:00Z");
  const { clock, become } = part;
  await become({ status: "degraded", detail: "10.0.0.7 refuses" });
  clock.advance("2m");
  await become({ status: "down", detail: "10.0.0.7 refuses" });
  clock.advance("8m");
  await become({ status: "ok" });
  clock.advance("175m");
  await become({ status: "down", detail: "10.0.0.7 refuses" });
  clock.advance("1m");
  return part;
}

describe("pages of incidents", () => {
  it("are by month, each with a page of its own, in two languages", async () => {
    const { server } = await startTroubled();
    const list = await text(server, "/status/history");
    expect(list).toMatch(/<h2>January 2026<.*<h2>December 2025</s);
    expect(await text(server, "/status/history", "es")).toMatch(/<h2>enero de 2026</);
    const [newest, oldest] = [...list.matchAll(/<h3><a href="([^"]+)"/g)].map(([, href]) => href);
    const past = await text(server, oldest ?? "");
    expect(past).toContain("<h1>Outage: Pulse</h1>");
    expect(past).toMatch(/Resolved.*10 min.*Pulse: working.*Pulse: down.*Pulse: impaired/s);
    expect(await text(server, oldest ?? "", "es")).toContain("<h1>Interrupción: Pulse</h1>");
    expect(await text(server, newest ?? "")).toMatch(/Ongoing.*1 min/s);
    expect(await text(server, "/status/incidents/latest")).toContain("Ongoing");
    expect(list + past).not.toMatch(/10\.0\.0\.7|part:pulse/);
    // The address stays the same when it is over.
    const { server: other, clock, become } = await start();
    expect(await text(other, "/status/incidents/latest")).toContain("No incidents recorded");
    await become({ status: "down" });
    const href = /incidents\/[0-9a-f]{12}/.exec(await text(other, "/status"))?.[0] ?? "";
    clock.advance("1m");
    await become({ status: "ok" });
    expect(await text(other, `/status/${href}`)).toContain("Resolved");
  });

  it.each([
    ["000000000000", 404],
    ["nothing", 404],
  ])("under the id %s there is none", async (id, status) => {
    const { server } = await start();
    const answer = await server.fetch(`/status/incidents/${id}`, {
      headers: { accept: "text/html" },
    });
    expect(answer.status).toBe(status);
  });
});

const MAINTENANCE = {
  title: { en: "New & faster disks", es: "Discos nuevos" },
  text: "Writes are refused.",
  from: "2026-01-02T03:00:00Z",
  until: "2026-01-02T05:00:00+01:00",
  affects: ["part:pulse"],
};

describe("notices and maintenance of the config", () => {
  it("come after the incidents that last", async () => {
    const settings = { notices: [{ text: "We move." }], maintenance: [MAINTENANCE] };
    const { server, become } = await start({ "status-page": settings }, "2026-01-01T00:00:00Z");
    await become({ status: "down" });
    expect(await text(server, "/status")).toMatch(
      /Ongoing incidents.*We move\..*Planned maintenance/s,
    );
  });

  const notices = [
    { text: { en: "We <move>.", es: "Nos mudamos." } },
    { text: "Not yet.", from: "2027-01-01T00:00:00Z" },
    { text: "No longer.", until: "2026-01-01T00:00:00Z" },
  ];

  it("are shown in their time and language", async () => {
    const { server } = await start({ "status-page": { notices } });
    const page = await text(server, "/status");
    expect(page).toContain("We &lt;move&gt;.");
    expect(page).not.toMatch(/Not yet|No longer/);
    expect(await text(server, "/status", "es")).toContain("Nos mudamos.");
  });

  it("are planned, under way, and over", async () => {
    const { server, clock, become } = await start(
      { "status-page": { maintenance: [MAINTENANCE] } },
      "2026-01-02T02:00:00Z",
    );
    const before = await text(server, "/status");
    expect(before).toMatch(/Planned maintenance.*New &amp; faster disks.*Affected: Pulse/s);
    expect(before).toContain(`data-state="ok"`);
    const planned = async () =>
      StatusSummary.parse(await json(await server.fetch("/status/api/v2/summary.json")))
        .scheduled_maintenances;
    expect(await planned()).toMatchObject([
      { status: "scheduled", scheduled_until: "2026-01-02T04:00:00.000Z", impact: "maintenance" },
    ]);

    clock.advance("90m");
    await become({ status: "down" });
    const during = await text(server, "/status");
    expect(during).toContain(`data-state="maintenance"`);
    expect(during).toMatch(/<h3>Pulse<\/h3><span class="tag info">Maintenance</);
    expect(during).not.toContain("Ongoing incidents");
    expect(await planned()).toMatchObject([
      { status: "in_progress", components: [{ status: "under_maintenance" }] },
    ]);
    const status = await json(await server.fetch("/status/api/v2/status.json"));
    expect(StatusIndicator.parse(status).status.indicator).toBe("maintenance");

    clock.advance("60m");
    const after = await text(server, "/status");
    expect(after).toContain(`data-state="down"`);
    expect(after).not.toContain("faster disks");
    expect(await text(server, "/status/history")).toContain("faster disks");
  });

  it("cover nothing that they do not name", async () => {
    const maintenance = [{ ...MAINTENANCE, affects: [] }];
    const { server, become } = await start({ "status-page": { maintenance } });
    expect(await text(server, "/status")).toContain(`data-state="maintenance"`);
    await become({ status: "down" });
    expect(await text(server, "/status")).toContain(`data-state="down"`);
  });

  it.each([
    { notices: [{ text: "" }] },
    { notices: [{ text: { en: "Only one." } }] },
    { notices: [{ text: "x", from: "tomorrow" }] },
    { maintenance: [{ ...MAINTENANCE, until: MAINTENANCE.from }] },
    { maintenance: [{ title: "x", from: MAINTENANCE.from }] },
    { names: { "store:store": "" } },
    { name: {} },
  ])("are refused at the start: %j", async (options) => {
    await expect(start({ "status-page": options })).rejects.toThrow(/status-page/);
  });
});

describe("the feed", () => {
  it("has incidents and maintenance with ids that stay (RFC 4287)", async () => {
    const { server } = await startTroubled();
    const answer = await server.fetch("/status/feed.atom");
    expect(answer.headers.get("content-type")).toMatch(/^application\/atom\+xml/);
    const xml = await answer.text();
    expect(XMLValidator.validate(xml)).toBe(true);
    const { feed } = new XMLParser({ ignoreAttributes: false }).parse(xml) as {
      feed: Record<string, unknown> & { entry: { id: string; updated: string; title: string }[] };
    };
    expect(feed).toMatchObject({
      id: `${BASE}/status/feed.atom`,
      author: { name: "waymark" },
      updated: NEW_YEAR,
      "@_xmlns": "http://www.w3.org/2005/Atom",
    });
    expect(feed.entry.map(({ title, updated }) => [title, updated])).toEqual([
      ["Outage: Pulse", NEW_YEAR],
      ["Outage: Pulse", "2026-01-01T00:05:00.000Z"],
    ]);
    for (const { id } of feed.entry) expect(await text(server, id.replace(BASE, ""))).toBeTruthy();
    expect(xml).not.toContain("10.0.0.7");
  });

  it("is whole without incidents, and with text that looks like XML", async () => {
    const title = `<b>&"'`;
    const { server } = await start({
      "status-page": { maintenance: [{ ...MAINTENANCE, title }] },
    });
    const xml = await (await server.fetch("/status/feed.atom")).text();
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).toContain("&lt;b&gt;");
    const { server: empty } = await start();
    const nothing = await (await empty.fetch("/status/feed.atom")).text();
    expect(XMLValidator.validate(nothing)).toBe(true);
    expect(nothing).toMatch(/<updated>2026-11-\d\dT00:00:00.000Z</);
  });
});

describe("the Statuspage API", () => {
  it("answers at its paths below the page, in its formats and nothing more", async () => {
    const { server } = await startTroubled();
    const read = async (name: string) => json(await server.fetch(`/status/api/v2/${name}`));
    const formats = {
      "summary.json": StatusSummary,
      "status.json": StatusIndicator,
      "components.json": StatusComponents,
      "incidents.json": StatusIncidents,
    };
    for (const [name, format] of Object.entries(formats)) {
      const body = await read(name);
      expect([name, format.parse(body)]).toEqual([name, body]);
      expect(JSON.stringify(body)).not.toMatch(/10\.0\.0\.7|store|part/);
    }
    const { incidents } = StatusIncidents.parse(await read("incidents.json"));
    expect(incidents).toMatchObject([
      { status: "investigating", impact: "critical", resolved_at: null },
      {
        status: "resolved",
        resolved_at: "2026-01-01T00:05:00.000Z",
        incident_updates: [
          { status: "resolved", body: "Pulse: working" },
          { status: "investigating", body: "Pulse: down", affected_components: null },
          { status: "investigating", body: "Pulse: impaired" },
        ],
      },
    ]);
    for (const { shortlink } of incidents)
      expect(await text(server, shortlink.replace(BASE, ""))).toContain("Outage: Pulse");
    const summary = await read("summary.json");
    expect(StatusSummary.parse(summary).incidents).toEqual(incidents.slice(0, 1));
  });
});

describe("for other pages", () => {
  it.each(["badge.svg", "badges/uptime.svg", "badges/uptime.svg?range=90d"])(
    "%s is an image",
    async (path) => {
      const { server } = await start();
      const answer = await server.fetch(`/status/${path}`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        200,
        expect.stringMatching(/^image\/svg\+xml/),
      ]);
      expect(XMLValidator.validate(await answer.text())).toBe(true);
    },
  );

  it("a badge without requests says so", async () => {
    const { server } = await start();
    const svg = await (await server.fetch("/status/badges/uptime.svg")).text();
    expect(svg).toContain("<title>availability: no data</title>");
  });

  it("badges and the small view come as code to copy", async () => {
    const { server } = await start();
    const page = await text(server, "/status");
    const figures = page.match(/<figure class="code">.*?<\/figure>/gs) ?? [];
    expect(figures.filter((figure) => figure.includes("data-copy"))).toHaveLength(3);
    const codes = figures.map((figure) => /<code>(.*)<\/code>/s.exec(figure)?.[1] ?? "");
    for (const [index, name] of ["badge.svg", "badges/uptime.svg"].entries())
      expect(codes[index]).toMatch(
        new RegExp(`^\\[!\\[[^\\]]+\\]\\(${BASE}/status/${name}\\)\\]\\(${BASE}/status\\)$`),
      );
    expect(codes[2]).toContain(`&lt;iframe src=&quot;${BASE}/status/embed&quot;`);
  });

  it("the small view may be framed, and no other page", async () => {
    const { server } = await startTroubled();
    const policy = async (path: string) => {
      const answer = await server.fetch(path, { headers: { accept: "text/html" } });
      return answer.headers.get("content-security-policy") ?? "";
    };
    expect(await policy("/status/embed")).toMatch(/^default-src 'none'.*frame-ancestors \*$/);
    for (const path of ["/status", "/status/history", "/status/incidents/latest", "/status/x"])
      expect(await policy(path)).toContain("frame-ancestors 'none'");
    const view = await text(server, "/status/embed", "es");
    expect(view).toMatch(/El servicio está caído.*Interrupción: Pulse/s);
    expect(view).not.toMatch(/<script>|style="/);
  });
});
