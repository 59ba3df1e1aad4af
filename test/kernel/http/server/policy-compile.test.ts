/** A policy that does not compile for a route stops the start, or the reload: no route answers 500 for ever. */
import { describe, expect, it } from "vitest";
import { definePlugin, definePolicy, type CompiledPolicy, type Plugin } from "waymark";
import { startServer, type Booted } from "waymark/server";
import { z } from "zod";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { BootError } from "../../../../kernel/host/support/boot-errors.ts";
import { NO_CONFIG } from "../../../_setup.ts";

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const route = {
  method: "GET",
  summary: "Read.",
  cache: "no-store",
  text: { mediaType: "text/plain" },
} as const;

/** A plugin with so many routes, and a policy that does for each what `compile` does. */
function pair(
  count: number,
  compile: (id: string, fail: string) => CompiledPolicy | undefined,
): readonly Plugin[] {
  const ids = Array.from({ length: count }, (_, at) => `show${at}`);
  const shelf = definePlugin({
    id: "shelf",
    summary: "Has routes.",
    routes: Object.fromEntries(ids.map((id) => [id, { ...route, path: `/${id}` as const }])),
    handlers: () => Object.fromEntries(ids.map((id) => [id, () => id])),
  });
  const rule = definePlugin({
    id: "rule",
    summary: "Has a policy.",
    options: z.strictObject({ fail: z.string().default("no") }),
    policies: [
      definePolicy({
        id: "strict",
        compile: ({ id }, { options }) => compile(id, (options as { fail: string }).fail),
      }),
    ],
  });
  return [shelf, rule];
}

function bootWith(preset: readonly Plugin[], validateLater: boolean, fail = "no"): Promise<Booted> {
  const overrides = { host: "127.0.0.1", port: 0, plugins: { rule: { fail } } };
  return boot({ ...NO_CONFIG, preset, overrides, validateLater });
}

/** The policy throws where the option says so. */
const throwing = (id: string, fail: string): CompiledPolicy => {
  const here = id === "show1" || id === "show3";
  if (fail === "compile" && here) throw new Error(`no rule for ${id}`);
  return {
    fields: (outcome) => {
      if (fail === "fields" && here && outcome === "options") throw new Error(`no field for ${id}`);
      return {};
    },
    members: (outcome) => {
      if (fail === "members" && here && outcome === "error") throw new Error(`no member for ${id}`);
      return {};
    },
  };
};

async function findingsOf(starting: Promise<unknown>): Promise<BootError["findings"]> {
  const error: unknown = await starting.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BootError)) throw new Error("it started", { cause: error });
  return error.findings;
}

describe.each(["compile", "fields", "members"])(
  "a policy whose %s throws for some routes",
  (fail) => {
    const named = ["show1", "show3"].map((id) => ({
      code: "POLICY_FAILED",
      plugin: "rule",
      where: `route shelf.${id}`,
      message: expect.stringMatching(
        new RegExp(`^the policy strict does not compile: no \\w+ for ${id}$`),
      ),
    }));

    it("stops the boot of commands that only read the registry", async () => {
      expect(await findingsOf(bootWith(pair(5, throwing), false, fail))).toMatchObject(named);
    });

    it("stops the start, and leaves nothing behind", async () => {
      const closed: string[] = [];
      const opener = definePlugin({
        id: "opener",
        summary: "Opens something.",
        setup: (_use, { defer }) => defer(() => void closed.push("opener")),
      });
      const booted = await bootWith([...pair(5, throwing), opener], true, fail);
      expect(await findingsOf(startServer(booted, { log: silent }))).toMatchObject(named);
      expect(closed).toEqual(["opener"]);
    });

    it("stops a reload, and the old revision keeps serving", async () => {
      const preset = pair(5, throwing);
      const server = await startServer(await bootWith(preset, true), { log: silent });
      try {
        const { revision } = server.registry;
        const reload = server.reload(await bootWith(preset, true, fail));
        expect(await findingsOf(reload)).toMatchObject(named);
        expect(server.registry.revision).toBe(revision);
        const answer = await fetch(`${server.url}/show1`);
        expect([answer.status, await answer.text()]).toEqual([200, "show1"]);
      } finally {
        await server.close();
      }
    });
  },
);

it("says once what a policy does to many routes, the kernel's own among them", async () => {
  const broken = () => {
    throw new Error("always");
  };
  for (const later of [true, false]) {
    const findings = await findingsOf(bootWith(pair(5, broken), later));
    expect(findings).toMatchObject([
      { plugin: "rule", where: "route shelf.show0 and 6 more", message: /always$/ },
    ]);
  }
});

it("compiles no policy during a request", async () => {
  const compiled: string[] = [];
  const noting = (id: string) => {
    compiled.push(id);
    return {};
  };
  const server = await startServer(await bootWith(pair(3, noting), true), { log: silent });
  expect(compiled.filter((id) => id === "show2")).toEqual(["show2"]);
  await fetch(`${server.url}/show2`);
  expect(compiled.filter((id) => id === "show2")).toEqual(["show2"]);
  await server.close();
});
