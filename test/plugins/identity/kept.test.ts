/** Protected lists are made once for all callers, as long as their handler looks at none of them. */
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";
import { as, startNotes } from "./_setup.ts";

const Tide = z.object({ id: z.string(), reader: z.string() });
const list = <Name extends string>(name: Name) => ({
  method: "GET" as const,
  path: `/api/${name}` as const,
  summary: "List tides.",
  list: { of: Tide, as: name, name: `${name}List` },
  cache: { scope: "private", maxAge: "60s" } as const,
  publish: { rootLink: name },
});

async function start(require = {}) {
  const made: string[] = [];
  const tides = definePlugin({
    id: "tides",
    summary: "Tides.",
    needs: { store: Store },
    tables: { tides: { of: Tide, key: "id" } },
    routes: {
      listPlain: { ...list("plain"), access: { scopes: ["notes:read"] } },
      listGreeting: { ...list("greeting"), access: "authenticated" },
      listPrivate: list("private"),
      listOpen: { ...list("ebb"), cache: { scope: "public", maxAge: "60s" } },
    },
    handlers: ({ store }) => {
      store.table("tides"); // the version of the lists
      const read = (route: string, reader: string) => {
        made.push(route);
        return [{ id: "1", reader }];
      };
      return {
        listPlain: () => read("plain", "all"),
        listGreeting: ({ principal }) => read("greeting", principal.name),
        listPrivate: () => read("private", "all"),
        listOpen: () => read("ebb", "all"),
      };
    },
  });
  const server = await startNotes({ plugins: [tides as Plugin] }, { require });
  const ask = async (path: string, who?: string) => {
    const answer = await server.request(path, { headers: who === undefined ? {} : as(who) });
    return [answer.status, /"reader":"(\w+)"/.exec(await answer.text())?.[1]] as const;
  };
  return { made, ask, server };
}

it("serves a kept list to those whom the route admits, and to no others", async () => {
  const { made, ask } = await start();
  for (let round = 0; round < 3; round++) {
    expect(await ask("/api/plain", "ann")).toEqual([200, "all"]);
    expect(await ask("/api/plain", "ben")).toEqual([403, undefined]);
    expect(await ask("/api/plain")).toEqual([401, undefined]);
    expect(await ask("/api/plain", "eve")).toEqual([401, undefined]);
  }
  expect(made).toEqual(["plain"]);
});

it("makes a list for each caller at whom its handler looks", async () => {
  const { made, ask } = await start();
  for (let round = 0; round < 3; round++) {
    expect(await ask("/api/greeting", "ann")).toEqual([200, "Ann"]);
    expect(await ask("/api/greeting", "ben")).toEqual([200, "Ben"]);
  }
  expect(made).toHaveLength(6);
});

it("makes a private list each time where nothing says who may have it", async () => {
  const { made, ask } = await start();
  for (let round = 0; round < 3; round++) expect(await ask("/api/private")).toEqual([200, "all"]);
  expect(made).toHaveLength(3);
});

it("keeps a list whose access the config raises, and guards it at every door", async () => {
  const { made, ask, server } = await start({ "tides.listOpen": "authenticated" });
  for (let round = 0; round < 3; round++) {
    expect(await ask("/api/ebb", "ben")).toEqual([200, "all"]);
    expect(await ask("/api/ebb")).toEqual([401, undefined]);
    const answer = await server.request(
      `/api/graphql?query=${encodeURIComponent("{ ebb { reader } }")}`,
    );
    expect(await answer.json()).toMatchObject({ data: { ebb: null } });
  }
  expect(made).toEqual(["ebb"]);
});
