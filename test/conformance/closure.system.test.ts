/**
 * The closure law: what is on appears exactly once in every document that should list it; what is off appears in none,
 * and no link anywhere leads to it. Checked with plugins switched off alone, in pairs and in subsets, of which each run draws
 * others; a failure names its seed.
 */
import { RootLinks } from "waymark/services";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PointToken } from "waymark/advanced";
import type { Registry, SealedRoute, WaymarkConfig } from "waymark";
import { openapiDocument } from "../../plugins/discovery/openapi/document.ts";
import { draw, seed } from "../_draw.ts";
import { offered } from "../_offered.ts";
import preset from "waymark/preset";
import { seal } from "../../registry/seal/seal.ts";
import { KERNEL } from "../../kernel/host/boot/kernel-names.ts";
import { loadConfig } from "../../kernel/host/config/config.ts";
import { dependentsOf, violations } from "../../plugins/tools/shared/closure/index.ts";
import { loadPlugins } from "../../kernel/host/boot/load.ts";
import { badges, notes } from "../plugins/identity/_setup.ts";
import { NO_CONFIG } from "../_setup.ts";

const load = async (settings: WaymarkConfig["plugins"]) => {
  const overrides = { plugins: settings ?? {} };
  const config = await loadConfig({ ...NO_CONFIG, overrides });
  const { installed: loaded, findings } = await loadPlugins(config);
  expect(findings).toEqual([]);
  return loaded;
};

const installed = await load({});
const ids = installed.map(({ plugin }) => plugin.id);
/** The preset with plugins that it offers, one by which callers say who they are, and one with protected routes. */
const issuer = { issuer: "https://id.example", audience: "https://api.example" };
const identified = await load({
  access: true,
  oidc: { issuers: [issuer] },
  "api-keys": true,
  badges,
  notes,
});

/** The registry without some plugins, and without those that cannot do without them. */
function sealWithout(names: readonly string[], all = installed): Registry {
  const plugins = all.map(({ plugin }) => plugin);
  const off = dependentsOf(plugins, names);
  const { registry, findings } = seal({
    app: { name: "waymark", version: "0.1.0", description: "A service." },
    installed: all.map((entry) => ({ ...entry, enabled: !off.has(entry.plugin.id) })),
    kernel: { ...KERNEL, offered: preset },
    baseUrl: () => "http://localhost",
  });
  expect(findings).toEqual([]);
  if (registry === undefined) throw new Error("nothing was sealed");
  return registry;
}

/** Returns the violations of the law of the preset without these plugins. */
async function violationsWithout(names: readonly string[], all = installed) {
  const registry = sealWithout(names, all);
  return violations(
    registry,
    all.filter(({ plugin }) => !isOn(registry, plugin.id)),
  );
}

function isOn(registry: Registry, id: string): boolean {
  return registry.installed.some(({ plugin, enabled }) => plugin.id === id && enabled);
}

describe("the closure law", () => {
  it("holds with everything on", async () => {
    expect(await violationsWithout([])).toEqual([]);
  });

  it.each(draw(ids, 24))(`holds without %s, with SEED=${seed}`, async (id) => {
    expect(await violationsWithout([id])).toEqual([]);
  });

  it("holds without pairs of plugins", async () => {
    const pairs = ids.flatMap((first, i) => ids.slice(i + 1).map((second) => [first, second]));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...pairs), async (off) => {
        expect(await violationsWithout(off)).toEqual([]);
      }),
      { numRuns: 8, seed },
    );
  });

  it("holds without any subset of plugins", async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(ids), async (off) => {
        expect(await violationsWithout(off)).toEqual([]);
      }),
      { numRuns: 5, seed },
    );
  });

  it("notices a plugin that leaves something behind", async () => {
    const registry = sealWithout([]);
    const ping = installed.filter(({ plugin }) => plugin.id === "ping");
    expect((await violations(registry, ping)).join("\n")).toContain("ping.");
    const lost = (point: PointToken) =>
      point === RootLinks
        ? { hrefs: { lost: "/api/lost" }, externalPages: [] }
        : registry.of(point);
    expect(await violations({ ...registry, of: lost as typeof registry.of })).toEqual([
      "a root link leads to /api/lost, which is not served",
    ]);
  });
});

describe("the closure law, with identity on", () => {
  // Without it, the others stop the start.
  const drawn = identified.map(({ plugin }) => plugin.id).filter((id) => id !== "access");

  it("holds with everything on", async () => {
    expect(await violationsWithout([], identified)).toEqual([]);
  });

  it.each(drawn.filter((id) => !ids.includes(id) || Object.hasOwn(offered, id)))(
    "holds without %s",
    async (id) => {
      expect(await violationsWithout([id], identified)).toEqual([]);
    },
  );

  it("holds without any subset of plugins", async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(drawn), async (off) => {
        expect(await violationsWithout(off, identified)).toEqual([]);
      }),
      { numRuns: 5, seed },
    );
  });

  it("lists each way to authenticate once, and none that is off", () => {
    const methods = (names: readonly string[]) => {
      const registry = sealWithout(names, identified);
      const route = registry.route("auth-methods.showAuthMethods");
      const { methods: listed } = registry.document(route as SealedRoute) as {
        methods: { id: string }[];
      };
      const { components } = openapiDocument(registry) as {
        components: { securitySchemes?: object };
      };
      return [listed.map(({ id }) => id), Object.keys(components.securitySchemes ?? {})];
    };
    const others = Object.keys(offered).filter((id) => id !== "access");
    expect(methods(others)).toEqual([["none", "badges"], ["badges"]]);
    expect(methods([...others, "badges"])).toEqual([["none"], []]);
  });
});
