/** The start warns of routes below a protected path that ask for less than it does. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { z } from "zod";
import { startNotes } from "./_setup.ts";
import { startServer } from "../../_setup.ts";

type Access = "public" | "authenticated" | { readonly scopes: readonly string[] };

/** A log that keeps warnings. */
function listen() {
  const warnings: string[] = [];
  const log = {
    debug: () => undefined,
    info: () => undefined,
    error: () => undefined,
    warn: (message: string, fields?: object) =>
      void warnings.push(`${message} ${JSON.stringify(fields)}`),
  };
  const below = () => warnings.filter((text) => text.startsWith("routes below a protected path"));
  return { log, below };
}

/** A box that asks for `above`, and its lid that asks for `lid`. */
function boxes(above: Access, lid: Access): Plugin {
  const Thing = z.object({ id: z.string() });
  const read = { method: "GET", summary: "Read it.", returns: Thing, cache: "no-store" } as const;
  const change = { summary: "Change it.", returns: Thing, idempotency: "natural" } as const;
  return definePlugin({
    id: "boxes",
    summary: "Boxes and their lids.",
    routes: {
      getBox: { ...read, path: "/api/boxes/{box}", access: above },
      removeBox: {
        ...change,
        method: "DELETE",
        path: "/api/boxes/{box}",
        access: { scopes: ["boxes:write"] },
      },
      getLid: { ...read, path: "/api/boxes/{id}/parts/lid", access: lid },
      removeLid: { ...change, method: "DELETE", path: "/api/boxes/{id}/lid", access: "public" },
      getPlan: { ...read, path: "/api/boxes-plan", access: "public" },
    },
    handlers: () => ({
      getBox: ({ params }) => ({ id: params.box }),
      removeBox: ({ params }) => ({ id: params.box }),
      getLid: ({ params }) => ({ id: params.id }),
      removeLid: ({ params }) => ({ id: params.id }),
      getPlan: () => ({ id: "plan" }),
    }),
  }) as Plugin;
}

it.each<[Access, Access, RegExp]>([
  ["authenticated", "public", /"boxes\.getLid below boxes\.getBox, boxes\.removeLid below/],
  [{ scopes: ["a:read"] }, "authenticated", /"boxes\.getLid below boxes\.getBox, /],
  [{ scopes: ["a:read", "b:read"] }, { scopes: ["a:read"] }, /"boxes\.getLid below/],
  [{ scopes: ["a:read"] }, { scopes: ["b:read"] }, /"boxes\.removeLid below boxes\.getBox"/],
  ["authenticated", { scopes: ["a:read"] }, /"boxes\.removeLid below boxes\.getBox"/],
  // Only who removes is asked: reading below it may be public, removing may not.
  ["public", "public", /"boxes\.removeLid below boxes\.removeBox"/],
])("S12: %j above and %j below", async (above, lid, expected) => {
  const { log, below } = listen();
  await startNotes({ plugins: [boxes(above, lid)], log });
  expect(below()).toEqual([expect.stringMatching(expected)]);
});

it("S12: names integrations where the config protects offices alone, also after a reload", async () => {
  const { log, below } = listen();
  const server = await startNotes({ log }, { require: { offices: "authenticated" } });
  expect(below()).toEqual([
    expect.stringMatching(
      /"integrations\.\w+ below offices\.\w+(, integrations\.\w+ below [^,]*)*"/,
    ),
  ]);
  const require = { offices: "authenticated", integrations: "authenticated" };
  await server.reload({ plugins: { access: { require } } });
  expect(below()).toHaveLength(1);
  await server.reload({ plugins: { access: { require: { offices: "authenticated" } } } });
  expect(below()).toHaveLength(2);
});

it("S12: says nothing by default, with all that identity has, and with writes", async () => {
  const { log, below } = listen();
  await startServer({ log });
  const writable = { writable: true };
  await startServer({
    log,
    config: {
      plugins: {
        access: true,
        "api-keys": true,
        webhooks: true,
        brains: writable,
        offices: writable,
        integrations: writable,
        locales: writable,
      },
    },
  });
  expect(below()).toEqual([]);
});
