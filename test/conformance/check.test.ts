/** `waymark check` of the preset: what policies state is proved here, with the default options and with others. */
import { describe, expect, it } from "vitest";
import { boot } from "../../kernel/host/boot/boot.ts";
import { checkInProcess } from "../../plugins/tools/check/in-process.ts";
import { ConformanceTests } from "../../plugins/tools/shared/conformance-tests.ts";
import { expectClean } from "../_conforms.ts";
import { NO_CONFIG } from "../_setup.ts";

describe("the preset", () => {
  // The first time in a repository it bundles the scripts of pages.
  it("conforms, with nothing left out and a case for every operation", async () => {
    const report = await checkInProcess(NO_CONFIG);
    expectClean(report);
    expect(report.cases).toBeGreaterThan(report.operations * 20);
    // Every case that is named for a key of a statement has run.
    const { registry } = await boot(NO_CONFIG);
    const { byPolicy } = await ConformanceTests.load(registry);
    const named = [...byPolicy].flatMap(
      ([policy, { covers }]) =>
        Object.entries(covers)
          .filter(([key]) => Object.hasOwn(Object(registry.statements[policy]), key))
          .flatMap(([, cases]) => ("because" in cases ? [] : cases))
          .filter((name) => !name.endsWith(": nodes")), // there is one node
    );
    expect(report.kinds).toEqual(expect.arrayContaining(named));
  });

  it("conforms with other options, and says what a switched-off policy leaves unasked", async () => {
    const plugins = {
      cors: { origins: ["https://a.example", "https://b.example"], allowCredentials: true },
      "rate-limit": { limit: 30, window: "90s" },
      lists: { defaultPageSize: 2, maxPageSize: 3 },
      encoding: { codings: ["br", "gzip", "zstd"], minBytes: 10 },
      hsts: { maxAge: "2d", includeSubDomains: true },
      "size-limits": { maxUrlLength: 300, maxRequestPayloadBytes: 100 },
      "security-headers": { permissionsPolicy: "usb=()", referrerPolicy: false },
    } as const;
    const input = {
      ...NO_CONFIG,
      overrides: { trustedProxies: ["10.0.0.0/8"], plugins: { ...plugins, links: false } },
    } as const;
    const [{ registry: before }, { registry: after }] = [await boot(NO_CONFIG), await boot(input)];
    for (const id of Object.keys(plugins))
      expect([id, after.statements[id]]).not.toEqual([id, before.statements[id]]);
    // One route of each kind: the options change policies, which have no other facts of a route.
    const kinds = Map.groupBy(
      after.routes,
      ({ method, kind, site }) => `${method} ${kind} ${site}`,
    );
    const refs = new Set([...kinds.values()].map(([first]) => first?.ref));
    const { failures, skipped } = await checkInProcess(input, { only: ({ ref }) => refs.has(ref) });
    expect(failures).toEqual([]);
    expect(new Set(skipped.map((entry) => entry.case))).toEqual(new Set(["lists: cursor"]));
  });

  it("states nothing without a conformance test", async () => {
    const { registry } = await boot(NO_CONFIG);
    const tests = await ConformanceTests.load(registry);
    expect(tests.untested()).toEqual([]);
    expect(tests.gaps()).toEqual([]);
    expect(tests.byPolicy.size).toBeGreaterThan(Object.keys(registry.statements).length);
  });
});
