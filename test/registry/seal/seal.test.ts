/** Values that sealed routes share, and when their policies compile. */
import { definePlugin, definePolicy, type Route } from "waymark";
import type { RouteBase } from "waymark/advanced";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { seal, sealInSteps } from "../../../registry/seal/seal.ts";
import type { Registry } from "../../../registry/contract/plugin/registry.ts";
import { sealed as sealedPlugins } from "./_sealed.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";

const Thing = z.object({ id: z.string() }).meta({ id: "Thing", description: "A thing." });
const READ = { method: "GET", summary: "Read.", cache: "no-store", returns: Thing } as const;
const ROUTES: Readonly<Record<string, Route>> = {
  showThing: { ...READ, path: "/things/{id}" },
  showOther: { ...READ, path: "/others/{id}" },
  changeThing: {
    method: "PATCH",
    path: "/things/{id}",
    summary: "Change.",
    idempotency: "natural",
    body: Thing,
    returns: Thing,
  },
};

/** A registry with one policy, and the refs of the routes it compiled for, as often as it did. */
function sealed(routes: Readonly<Record<string, Route>> = ROUTES): {
  readonly registry: Registry;
  readonly compiled: readonly string[];
  readonly check: () => void;
  readonly slowFindings: () => Iterable<unknown>;
} {
  const compiled: string[] = [];
  const notes = definePolicy({
    id: "notes",
    compile({ ref }: RouteBase) {
      compiled.push(ref);
      return {};
    },
  });
  const plugin = definePlugin({
    id: "shelf",
    summary: "Things.",
    routes,
    schemas: { Thing },
    policies: [notes],
    handlers: () => Object.fromEntries(Object.keys(routes).map((id) => [id, () => ({})])),
  });
  const result = seal({
    app: { name: "atlas", version: "1.0.0", description: "" },
    installed: [{ plugin, enabled: true, optional: false, options: {}, source: "preset" }],
    baseUrl: () => "http://localhost",
  });
  if (result.registry === undefined)
    throw new Error(result.findings.map(({ message }) => message).join("; "));
  const { registry, slowFindings } = result;
  const check = () =>
    expect([...slowFindings()].filter((finding) => finding !== undefined)).toEqual([]);
  return { registry, compiled, check, slowFindings };
}

function routeOf(registry: Registry, ref: string): SealedRoute {
  const route = registry.route(ref);
  if (route === undefined) throw new Error(`there is no route ${ref}`);
  return route;
}

describe("a sealed route", () => {
  it("compiles its policies when they are first used, and once", () => {
    const { registry, compiled } = sealed();
    const before = compiled.length;
    const route = routeOf(registry, "shelf.showThing");
    expect([route.policies.length, route.plans.ok.slots.length, route.vary]).toEqual([
      1,
      0,
      "Accept",
    ]);
    expect(compiled.slice(before)).toEqual(["shelf.showThing"]);
  });

  it.each([
    [1000, 1],
    [1001, 2],
  ])("of %i in a registry compiles %i times, the first time before it serves", (count, times) => {
    const { registry, compiled, check } = sealed(
      Object.fromEntries(
        Array.from({ length: count - 2 }, (_, at) => [`show${at}`, { ...READ, path: `/${at}` }]),
      ),
    );
    check();
    expect(compiled.filter((ref) => ref === "shelf.show7")).toHaveLength(1);
    for (let use = 0; use < 2; use++)
      expect(routeOf(registry, "shelf.show7").policies).toHaveLength(1);
    expect(compiled.filter((ref) => ref === "shelf.show7")).toHaveLength(times);
  });

  it("compiles in a step of its own, so that others have their turn in between", () => {
    const { compiled, slowFindings } = sealed();
    let before = compiled.length;
    const perStep: number[] = [];
    for (const _ of slowFindings()) {
      perStep.push(compiled.length - before);
      before = compiled.length;
    }
    expect(perStep.filter((count) => count > 0)).toEqual([1, 1, 1]);
  });

  it("parses its path once", () => {
    const route = routeOf(sealed().registry, "shelf.showThing");
    expect(route.pattern.params).toEqual(["id"]);
    expect(route.pattern).toBe(route.pattern);
  });

  it("is found by its id alone where no other has it", () => {
    const { registry } = sealed();
    expect(registry.route("showThing")).toBe(routeOf(registry, "shelf.showThing"));
    expect(registry.route("showNothing")).toBeUndefined();
  });

  it("keeps no list of its own where another route has an equal one", () => {
    const { registry } = sealed();
    const [one, other, write] = ["showThing", "showOther", "changeThing"].map((id) =>
      routeOf(registry, id),
    );
    expect(one?.mediaTypes).toEqual(["application/json"]);
    expect(other?.mediaTypes).toBe(one?.mediaTypes);
    expect(other?.schemaMediaTypes).toBe(one?.schemaMediaTypes);
    // Of one path, and of another that takes no bodies.
    expect(write?.accepts).toEqual(["Accept-Patch", "application/json"]);
    expect(one?.accepts).toBe(write?.accepts);
    expect(other?.accepts).toEqual([]);
  });
});

it("places the states of a call close together, and none for policies without (T6)", () => {
  const policy = (id: string, state?: number) =>
    definePolicy({ id, compile: () => (state === undefined ? {} : { begin: () => state }) });
  const policies = [policy("a", 1), policy("b"), policy("c"), policy("d", 2)];
  const plugin = definePlugin({ id: "shelf", summary: "Things.", policies });
  const { registry } = sealedPlugins([plugin]);
  const places = registry?.builtin.unknown.policies.map(({ policy: { id }, index }) => [id, index]);
  expect(Object.fromEntries(places ?? [])).toMatchObject({ a: 0, d: 1 });
  for (const [id, index] of places ?? [])
    if (id === "b" || id === "c") expect(index).toBeGreaterThan(places?.length ?? 0);
});

it("is sealed in steps, of which none checks more than one route", () => {
  const checked: string[] = [];
  const routes = Object.fromEntries(
    Object.entries(ROUTES).map(([id, route]) => {
      const get = () => {
        checked.push(id);
        return route.path;
      };
      return [id, Object.defineProperty({ ...route }, "path", { get, enumerable: true })];
    }),
  );
  const handlers = () => Object.fromEntries(Object.keys(routes).map((id) => [id, () => ({})]));
  const plugin = definePlugin({ id: "shelf", summary: "Things.", routes, handlers });
  const steps = sealInSteps({
    app: { name: "atlas", version: "1.0.0", description: "" },
    installed: [{ plugin, enabled: true, optional: false, options: {}, source: "preset" }],
    baseUrl: () => "http://localhost",
  });
  steps.next(); // collects
  checked.length = 0;
  const byStep: string[][] = [];
  for (const _ of steps) byStep.push([...new Set(checked.splice(0))]);
  expect(byStep.slice(0, 3)).toEqual(Object.keys(ROUTES).map((id) => [id]));
});
