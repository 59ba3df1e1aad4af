/** Servers with a time and identifiers of the test's own, and snapshots of what they answer. */
import { describe, expect, it, onTestFinished } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { Clock, Ids } from "waymark/services";
import {
  createTestServer,
  fixedClock,
  fixedIds,
  type TestServer,
  type TestServerOptions,
} from "waymark/testing";
import { snapshotsOf, type SnapshotOptions } from "../../../../plugins/tools/testing/snapshots.ts";
import brainAtlas from "../../../fixtures/brain-atlas/plugin.ts";
import { json } from "../../../_setup.ts";

async function start(options: TestServerOptions): Promise<TestServer> {
  const server = await createTestServer(options);
  onTestFinished(() => server.close());
  return server;
}

const readTime = async (server: TestServer) =>
  (await json<{ iso: string }>(await server.fetch("/api/time"))).iso;

describe("a fixed clock", () => {
  it("stands still, and moves only when it is advanced", async () => {
    const clock = fixedClock("2030-05-06T07:08:09Z");
    const server = await start({ clock });
    expect(await readTime(server)).toBe("2030-05-06T07:08:09.000Z");
    expect(await readTime(server)).toBe("2030-05-06T07:08:09.000Z");
    clock.advance("90s");
    expect(await readTime(server)).toBe("2030-05-06T07:09:39.000Z");
  });

  it("goes on after a reload, and stops nothing", async () => {
    const server = await start({ clock: fixedClock(), ids: fixedIds });
    const { stopped } = await server.reload({ plugins: { "request-info": false } });
    expect(stopped).toEqual(["request-info"]);
    expect(await readTime(server)).toBe("2026-01-02T03:04:05.000Z");
  });

  it("refuses a value that is not a date", () => {
    expect(() => fixedClock("noon")).toThrow("fixedClock takes a date; received noon");
  });
});

describe("what stands in", () => {
  it("makes the identifiers of each answer", async () => {
    const server = await start({ ids: fixedIds });
    const { headers } = await server.fetch("/api/ping");
    expect(headers.get("x-request-id")).toBe(fixedIds.uuid());
  });

  it.each([
    ["a preset", preset],
    ["no plugin at all", []],
    [
      "a plugin that provides both",
      [
        definePlugin({
          id: "both",
          summary: "Time and identifiers.",
          provides: { clock: Clock, ids: Ids },
          setup: () => ({ clock: { now: () => 0 }, ids: fixedIds }),
        }),
      ],
    ],
  ])("replaces the providers among %s", async (_name, plugins) => {
    const server = await start({ plugins, clock: fixedClock(), ids: fixedIds });
    const providers = server.registry.installed.filter(({ plugin: { provides = {} } }) =>
      Object.values(provides).some(({ id }) => id === "clock" || id === "ids"),
    );
    expect(providers.map(({ plugin }) => plugin.id)).toEqual(["clock", "ids"]);
  });
});

describe("snapshots", () => {
  const whole = {
    clock: fixedClock(),
    ids: fixedIds,
    config: { baseUrl: "https://api.example.com", plugins: { "brain-atlas": brainAtlas } },
  };
  const taken = async (options: SnapshotOptions) =>
    new Map(
      (await Array.fromAsync(snapshotsOf(await start(whole), options))).map(({ file, text }) => [
        file,
        text,
      ]),
    );

  it("of one plugin hold what it contributes, and are the same in each run", async () => {
    const files = await taken({ only: "brain-atlas" });
    expect([...files.keys()]).toEqual([
      "routes/brain-atlas.listRegions.txt",
      "documents/openapi.json",
      "documents/schemas.json",
      "documents/root-links.json",
    ]);
    expect(files.get("routes/brain-atlas.listRegions.txt")).toMatch(
      /^GET \/api\/regions\n200 OK\n[^]*\ndate: <date>\netag: "[^]*\n\n\{\n {2}"regions": \[/,
    );
    const described = JSON.parse(files.get("documents/openapi.json") ?? "") as object;
    expect(Object.keys(described)).toEqual(["/api/regions"]);
    expect(await taken({ only: "brain-atlas" })).toEqual(files);
  });

  it("mask what a test names, and take the parameters that it gives", async () => {
    const files = await taken({
      only: "schemas",
      params: { type: "Region" },
      masks: [[/"Region"/g, "<region>"]],
    });
    expect(files.get("routes/schemas.showSchema.txt")).toMatch(
      /^GET \/api\/schemas\/Region\n[^]*<region>/,
    );
  });

  it("are refused where each run has another port", async () => {
    const server = await start({});
    await expect(snapshotsOf(server).next()).rejects.toThrow(
      /the port of this run.*\n {2}hint: createTestServer\(\{ config: \{ baseUrl/,
    );
  });
});
