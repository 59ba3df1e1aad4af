/** A route publishes a link of the API root and a capability on its own. */
import { Capabilities, RootLinks } from "waymark/services";
import { definePlugin, type Plugin } from "waymark";
import { describe, expect, it } from "vitest";
import { sealed } from "./_sealed.ts";

const TEXT = {
  method: "GET",
  summary: "Read.",
  cache: "no-store",
  text: { mediaType: "text/plain" },
} as const;

/** A plugin with one route, `publish` being as an author without types may write it. */
function announcing(id: string, publish: unknown, more: object = {}): Plugin {
  const route = { ...TEXT, path: `/${id}`, publish, ...more };
  return { id, summary: "Maps.", routes: { show: route as never }, handlers: () => ({}) };
}

const reader = definePlugin({
  id: "reader",
  summary: "Reads what routes announce.",
  points: [Capabilities, RootLinks],
});

describe("publish", () => {
  it("adds a link and a capability behind those that the plugin names itself", () => {
    const { registry } = sealed([
      definePlugin({
        id: "maps",
        summary: "Maps.",
        capabilities: { paper: false },
        rootLinks: { legend: { to: "legend" } },
        routes: {
          show: { ...TEXT, path: "/maps", publish: { rootLink: "maps", capability: "maps" } },
          legend: { ...TEXT, path: "/legend", publish: { capability: "legend" } },
        },
        handlers: () => ({ show: () => "", legend: () => "" }),
      }),
      reader,
    ]);
    expect(Object.entries(registry?.of(RootLinks).hrefs ?? {})).toEqual([
      ["legend", "/legend"],
      ["maps", "/maps"],
    ]);
    expect(registry?.of(Capabilities)).toEqual({ paper: false, maps: true, legend: true });
  });

  it.each([
    [{ rootLink: "things" }, "ROOT_LINK_CONFLICT"],
    [{ capability: "things" }, "FLAG_CONFLICT"],
  ])("names both owners, and their routes, when %o is taken: %s", (publish, code) => {
    const { findings } = sealed([
      announcing("atlas", publish),
      announcing("globe", publish),
      reader,
    ]);
    expect(findings).toMatchObject([{ code, plugin: "atlas, globe", where: "things" }]);
    expect(findings[0]?.message).toContain("things   plugin atlas, route show");
    expect(findings[0]?.message).toContain("things   plugin globe, route show");
  });

  it.each([
    ["no object", "maps", "publish: expected an object"],
    ["null", null, "publish: expected an object"],
    ["nothing in it", {}, "publish: expected a rootLink, a capability or both"],
    ["nothing but undefined", { rootLink: undefined }, "publish: expected a rootLink"],
    ["an unknown key", { rootLnk: "maps" }, 'publish: there is no key "rootLnk" here'],
    ["an empty name", { rootLink: "" }, "publish.rootLink: expected at least 1 character"],
    ["another type", { capability: true }, "publish.capability: expected a string"],
  ])("is refused with %s", (_case, publish, message) => {
    const { findings } = sealed([announcing("maps", publish)]);
    expect(findings).toMatchObject([{ code: "ROUTE_INVALID", where: "route show" }]);
    expect(findings[0]?.message).toContain(message);
  });

  it("is refused on a redirect, which may disappear while its plugin is on", () => {
    const redirect = { text: undefined, redirect: { to: "pages.show", status: 308 } };
    const { findings } = sealed([announcing("maps", { capability: "maps" }, redirect)]);
    expect(findings).toMatchObject([{ code: "ROUTE_INVALID", plugin: "maps" }]);
    expect(findings[0]?.message).toBe(
      "publish would do nothing, because redirects are not announced",
    );
  });
});
