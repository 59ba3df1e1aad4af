/** `waymark status`: what it adds, ends and removes is on the pages, in the feed and in the API of a running server. */
import { XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { StatusIncidents, StatusSummary } from "../../../../schemas/status-summary.ts";
import { statusCommand } from "../../../../plugins/pages/status/command.ts";
import { Options } from "../../../../plugins/pages/status/options.ts";
import { definePlugin } from "waymark";
import { Audit, type AuditEntry } from "waymark/services";
import { createLog } from "../../../../kernel/host/support/log.ts";
import { waymark } from "../../../kernel/cli/_run.ts";
import { start as startProcess } from "../../../kernel/cli/_server.ts";
import { type Part, useServers } from "./_server.ts";
import { folderOf } from "../../../_folder.ts";

const start = useServers();

type Flags = Readonly<Record<string, string | true>>;

/** Runs the command beside a server, on the same data. Returns what it prints. */
async function run(
  { server, clock, announcements, history }: Part,
  line: string,
  flags: Flags = {},
): Promise<string> {
  const [kind = "", action = "", id] = line.split(" ");
  const lines: string[] = [];
  if (announcements === undefined) throw new Error("the page is off");
  await statusCommand.run(
    { announcements, clock, history, store: undefined },
    {
      args: { kind, action, id },
      flags,
      options: Options.parse({}),
      state: undefined,
      registry: server.registry,
      log: await createLog({ toStderr: true }),
      signal: new AbortController().signal,
      print: (text) => void lines.push(text),
      printTable: (rows) => void lines.push(...rows.map((row) => row.join(" | "))),
      note: (text) => void lines.push(`# ${text}`),
    },
  );
  return lines.join("\n");
}

async function read({ server }: Part, path: string, language = "en"): Promise<string> {
  const headers = { accept: path.includes(".") ? "*/*" : "text/html", "accept-language": language };
  const answer = await server.fetch(`/status${path}`, { headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

async function api<S extends z.ZodType>(part: Part, path: string, schema: S): Promise<z.output<S>> {
  return schema.parse(JSON.parse(await read(part, `/api/v2/${path}`)));
}

const idIn = (printed: string) => /^[\da-f]{16}$/m.exec(printed)?.[0] ?? "";

describe("a notice", () => {
  it("is everywhere until it ends, in both languages", async () => {
    const part = await start();
    const flags = { text: "We move <next> week.", "text-es": "Nos mudamos la semana próxima." };
    const id = idIn(await run(part, "note add", flags));
    expect(await read(part, "")).toContain("We move &lt;next&gt; week.");
    expect(await read(part, "", "es")).toContain("Nos mudamos la semana próxima.");
    const feed = await read(part, "/feed.atom");
    expect(XMLValidator.validate(feed)).toBe(true);
    expect(feed).toContain(`<id>https://api.example.com/status#note-${id}</id>`);
    const summary = await api(part, "summary.json", StatusSummary);
    expect(summary.status.indicator).toBe("none");
    expect(summary.incidents).toMatchObject([{ id, impact: "none", status: "monitoring" }]);
    expect(await run(part, "note list")).toMatch(
      new RegExp(`^${id} \\| current \\| .*We move`, "m"),
    );

    part.clock.advance("1h");
    expect(await run(part, `note end ${id}`)).toBe(`# The notice ${id} is over.`);
    for (const path of ["", "/feed.atom", "/api/v2/incidents.json", "/api/v2/summary.json"])
      expect(await read(part, path)).not.toContain("We move");
    expect(await run(part, "note list")).toContain(`${id} | over`);
    await expect(run(part, `note end ${id}`)).rejects.toThrow("is over");
    await run(part, `note remove ${id}`);
    expect(await run(part, "note list")).not.toContain(id);
  });

  it("begins and ends by itself", async () => {
    const part = await start();
    await run(part, "note add", { text: "Soon.", from: "1h", until: "30m" });
    const seen: boolean[] = [];
    for (let index = 0; index < 4; index++) {
      seen.push((await read(part, "")).includes("Soon."));
      part.clock.advance("30m");
    }
    expect(seen).toEqual([false, false, true, false]);
  });
});

describe("an update of an incident", () => {
  it("is in its course, in the feed and in the API, in both languages", async () => {
    const part = await start();
    await part.become({ status: "down" });
    const id = /incidents\/([\da-f]{12})/.exec(await read(part, ""))?.[1] ?? "";
    part.clock.advance("5m");
    const flags = { text: "A disk is <full>.", "text-es": "Un disco está lleno." };
    await run(part, `update add ${id}`, { ...flags, state: "identified" });
    part.clock.advance("5m");
    const own = idIn(
      await run(part, `update add ${id}`, { text: "We watch it.", state: "monitoring" }),
    );
    const course = /Monitoring.*We watch it\..*Identified.*A disk is &lt;full&gt;\..*Pulse: down/s;
    expect(await read(part, "")).toMatch(course);
    expect(await read(part, `/incidents/${id}`)).toMatch(course);
    expect(await read(part, `/incidents/${id}`, "es")).toMatch(
      /Causa identificada.*Un disco está lleno\./s,
    );
    const feed = await read(part, "/feed.atom");
    expect(XMLValidator.validate(feed)).toBe(true);
    expect(feed).toMatch(/Monitoring: We watch it\.\n.*Identified: A disk is &lt;full&gt;\./);
    const { incidents } = await api(part, "incidents.json", StatusIncidents);
    expect(incidents).toMatchObject([
      {
        id,
        status: "monitoring",
        resolved_at: null,
        monitoring_at: new Date(part.clock.now()).toISOString(),
        incident_updates: [
          { status: "monitoring", body: "We watch it." },
          { status: "identified", body: "A disk is <full>." },
          { status: "investigating" },
        ],
      },
    ]);
    expect(await run(part, "update list")).toMatch(`${own} | monitoring`);
    await run(part, `update remove ${own}`);
    expect(await read(part, "")).not.toContain("We watch it.");

    part.clock.advance("5m");
    await part.become({ status: "ok" });
    part.clock.advance("1m");
    await run(part, `update add ${id}`, { text: "The disk is new.", state: "resolved" });
    expect(await read(part, `/incidents/${id}`)).toMatch(/Resolved.*The disk is new\./s);
    const after = await api(part, "incidents.json", StatusIncidents);
    expect(after.incidents[0]?.incident_updates.map(({ status }) => status)).toEqual([
      "resolved",
      "resolved",
      "identified",
      "investigating",
    ]);
  });

  it.each([
    [
      "000000000000",
      { text: "A.", state: "identified" },
      /no incident has the id "000000000000"\n {2}hint: open: [\da-f]{12}$/,
    ],
    ["", { text: "A.", state: "identified" }, /needs the id of an incident/],
    ["latest", { state: "identified" }, /an update needs a text/],
    [
      "latest",
      { text: "A.", state: "known" },
      /received "known"\n {2}hint: write --state investigating/,
    ],
    ["latest", { text: "A." }, /says what the state is since; received undefined/],
    ["latest", { text: "A.", state: "resolved", until: "1h" }, /has no flag --until/],
  ])("is refused: %j %j", async (id, flags, message) => {
    const part = await start();
    await part.become({ status: "down" });
    await expect(run(part, `update add ${id}`.trim(), flags)).rejects.toThrow(message);
  });
});

describe("maintenance", () => {
  const FLAGS = { title: "New disks", from: "1h", until: "2h", affects: "part:pulse" };

  it("is planned, goes on and is over, and stays in the history", async () => {
    const part = await start();
    const id = idIn(await run(part, "maintenance add", FLAGS));
    const planned = await api(part, "summary.json", StatusSummary);
    expect(planned.scheduled_maintenances).toMatchObject([
      { id, status: "scheduled", components: [{ name: "Pulse", status: "operational" }] },
    ]);
    expect(await read(part, "/feed.atom")).toContain("Planned maintenance: New disks");

    part.clock.advance("61m");
    await part.become({ status: "down" });
    expect(await read(part, "")).toContain(`data-state="maintenance"`);
    const active = await api(part, "summary.json", StatusSummary);
    expect(active.scheduled_maintenances).toMatchObject([
      {
        id,
        components: [{ status: "under_maintenance" }],
        incident_updates: [{ status: "in_progress" }, { status: "scheduled" }],
      },
    ]);

    await part.become({ status: "ok" });
    await run(part, `maintenance end ${id}`);
    expect(await read(part, "")).not.toContain("New disks");
    expect(await read(part, "/history")).toMatch(
      new RegExp(`id="maintenance-${id}".*New disks`, "s"),
    );
    expect((await api(part, "summary.json", StatusSummary)).scheduled_maintenances).toEqual([]);
    await run(part, `maintenance remove ${id}`);
    expect(await read(part, "/history")).not.toContain("New disks");
  });

  it("that has not begun is not ended, but removed", async () => {
    const part = await start();
    const id = idIn(await run(part, "maintenance add", FLAGS));
    await expect(run(part, `maintenance end ${id}`)).rejects.toThrow(
      `has not begun\n  hint: waymark status maintenance remove ${id}`,
    );
  });

  it("of a plugin that is unknown comes with a remark", async () => {
    const part = await start();
    expect(await run(part, "maintenance add", { ...FLAGS, affects: "stoer:store" })).toContain(
      `# No plugin that is on has the id stoer: did you mean "store"?`,
    );
  });
});

it("makes room by what is over, and never by what is not", async () => {
  const part = await start();
  const flags = { text: "Short.", until: "1m" };
  const first = idIn(await run(part, "note add", flags));
  for (let index = 1; index < 100; index++) await run(part, "note add", { text: "Long." });
  await expect(run(part, "note add", flags)).rejects.toThrow(
    /^100 announcements are kept.*\n.*end/,
  );
  part.clock.advance("2m");
  await run(part, "note add", flags);
  expect(await run(part, "note list")).not.toContain(first);
});

it("lists those of the config, which it does not change", async () => {
  const notices = [{ text: "From the config." }];
  const part = await start({ "status-page": { notices } });
  expect(await run(part, "note list")).toContain(
    "(config) | current | - | - | - | From the config.",
  );
  const [one] = JSON.parse(await run(part, "note list", { json: true })) as { id: string }[];
  await expect(run(part, `note end ${one?.id}`)).rejects.toThrow("is in the config");
});

it("is gone with the page, and needs the store", async () => {
  const off = await start({ "status-page": false });
  expect(off.announcements).toBeUndefined();
  expect((await off.server.fetch("/status")).status).toBe(404);
  const tables = { brains: false, offices: false, locales: false, integrations: false } as const;
  const part = await start({ ...tables, store: false, history: false });
  await expect(run(part, "note add", { text: "x" })).rejects.toThrow(/in the store, which is off/);
  expect((await api(part, "incidents.json", StatusIncidents)).incidents).toEqual([]);
});

it("is in the record of the audit where that is on", async () => {
  const entries: AuditEntry[] = [];
  const recorder = definePlugin({
    id: "recorder",
    summary: "Keeps what is recorded.",
    provides: { audit: Audit },
    setup: () => ({ audit: { record: (entry) => void entries.push(entry) } }),
  });
  const part = await start({ recorder });
  const note = idIn(await run(part, "note add", { text: "Short.", until: "1h" }));
  const flags = { title: "New disks", from: "1h", until: "2h" };
  const maintenance = idIn(await run(part, "maintenance add", flags));
  await run(part, `note end ${note}`);
  await run(part, `maintenance remove ${maintenance}`);
  const ok = { outcome: "ok" };
  expect(entries).toEqual([
    { ...ok, action: "announcement.added", target: note, detail: "note" },
    { ...ok, action: "announcement.added", target: maintenance, detail: "maintenance" },
    { ...ok, action: "announcement.ended", target: note, detail: "note" },
    { ...ok, action: "announcement.removed", target: maintenance, detail: "maintenance" },
  ]);
});

it.each<[line: string, flags: Flags, message: RegExp]>([
  ["notes add", {}, /announce as "notes"\n {2}hint: did you mean "note"/],
  ["note ad", {}, /^the action is unknown: "ad"\n {2}hint: did you mean "add"/],
  ["note add", {}, /^a notice needs a text\n/],
  ["note add", { text: " " }, /^--text: a text has at least one character; received " "/],
  ["note add", { text: "a\u0007" }, /^--text: a text has no control characters/],
  ["note add", { "text-es": "x" }, /^--text is missing: /],
  [
    "note add",
    { text: "x", title: "y" },
    /^status note add has no flag --title\n {2}hint: it takes --text/,
  ],
  [
    "note add",
    { text: "x", from: "2027-01-01T00:00" },
    /^--from: write a time with its zone.*received/,
  ],
  [
    "note add",
    { text: "x", until: "2020-01-01T00:00:00Z" },
    /^--until: it has to be later than now/,
  ],
  ["note list", { text: "x" }, /^status note list has no flag --text/],
  ["note end", {}, /^status note end needs the id/],
  ["note list x", {}, /^status note list takes no further argument; received "x"/],
  ["note end x", {}, /^there is no notice with the id "x"\n {2}hint: waymark status note list/],
  ["maintenance add", { until: "1h" }, /^maintenance needs a title/],
  ["maintenance add", { title: "x" }, /^maintenance needs an end\n {2}hint: write --until 2h/],
  ["maintenance add", { title: "x", until: "0s" }, /^--until: it has to be later than now/],
  [
    "maintenance add",
    { title: "x", until: "1h", affects: "store" },
    /^--affects: write a health check as plugin:check/,
  ],
])("%s with %j says what is wrong", async (line, flags, message) => {
  await expect(run(await start(), line, flags)).rejects.toThrow(message);
});

it("reaches a running server of another process at once, and survives its restart", async () => {
  const cwd = folderOf({ "waymark.config.json": JSON.stringify({ plugins: {} }) });
  const command = async (...args: readonly string[]) => {
    const { status, stdout } = await waymark(cwd, ["status", ...args]);
    expect([args, status]).toEqual([args, 0]);
    return stdout.trim();
  };
  const shows = async (url: string) =>
    (await (await fetch(`${url}/status`, { headers: { accept: "text/html" } })).text()).includes(
      "We move.",
    );
  const server = startProcess(cwd);
  const url = await server.url();
  expect(await shows(url)).toBe(false);
  const id = await command("note", "add", "--text", "We move.");
  await expect.poll(() => shows(url)).toBe(true);
  server.kill("SIGKILL");
  await server.ended;
  const again = await startProcess(cwd).url();
  expect(await shows(again)).toBe(true);
  await command("note", "end", id);
  await expect.poll(() => shows(again)).toBe(false);
});
