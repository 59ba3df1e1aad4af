/** Rows that belong to principals, by every way to them, over a socket and while answers are kept. */
import { describe, expect, it } from "vitest";
import type { Plugin } from "waymark";
import type { TestServer } from "waymark/testing";
import { as, startNotes } from "./_setup.ts";
import { journal } from "./_journal.ts";
import { jsonRequest } from "../../_setup.ts";

const PEOPLE = { ann: as("ann"), ben: as("ben"), stranger: {} } as const;
const OWN: Readonly<Record<string, readonly string[]>> = {
  ann: ["ann-calm", "ann-storm"],
  ben: ["ben-calm"],
  stranger: [],
};
const ENTRIES = [
  ["ann", "fram", "ann-calm"],
  ["ben", "fram", "ben-calm"],
  ["ann", "gjoa", "ann-storm"],
] as const;

async function start(): Promise<TestServer & { readonly paths: readonly string[] }> {
  const server = await startNotes({ plugins: [journal as Plugin] });
  const paths: string[] = [];
  for (const [who, ship, text] of ENTRIES) {
    const added = await server.request(
      "/api/entries",
      jsonRequest("POST", { ship, text }, as(who)),
    );
    expect(added.status).toBe(201);
    paths.push(String(added.headers.get("location")));
  }
  return { ...server, registry: server.registry, paths };
}

/** Returns all callers' texts in an answer, in alphabetical order. */
const textsIn = (body: string) => [...new Set(body.match(/\b(?:ann|ben)-\w+/g))].toSorted();

const query = (text: string) => ["/api/graphql", jsonRequest("POST", { query: text })] as const;
const WAYS: Readonly<Record<string, readonly [path: string, init?: RequestInit]>> = {
  "a list": ["/api/entries"],
  "a sorted list": ["/api/entries?sort=-text"],
  "a list that is filtered by the owner's rows": ["/api/entries?filter[text][contains]=-"],
  "sparse fields": ["/api/entries?fields=text"],
  "GraphQL by POST": query("{ entries { text } }"),
  "GraphQL by GET": [`/api/graphql?query=${encodeURIComponent("{ entries { text } }")}`],
  "GraphQL with aliases": query('{ a: entries { text } b: entries(sort: "-text") { text } }'),
  "lists within a list": query("{ ships { id pages { text } } }"),
  "lists within a list, by a loader": query("{ ships { id loaded { text } } }"),
};

it.each(Object.entries(WAYS))(
  "%s has the rows of its caller alone",
  async (_what, [path, init]) => {
    const server = await start();
    for (let round = 0; round < 4; round++) {
      for (const [who, headers] of Object.entries(PEOPLE)) {
        const answer = await server.request(path, {
          ...init,
          headers: { ...headers, ...(init?.headers as Record<string, string>) },
        });
        expect(answer.status).toBe(200);
        expect([round, who, textsIn(await answer.text())]).toEqual([round, who, OWN[who]]);
        expect(answer.headers.get("cache-control") ?? "private").toMatch(/private|no-store/);
        if (answer.headers.has("etag"))
          expect(answer.headers.get("vary")).toContain("Authorization");
      }
    }
  },
);

it("asked for at the same time, each has their own", async () => {
  const server = await start();
  const asked = Array.from({ length: 60 }, (_, index) => {
    const [who, headers] = Object.entries(PEOPLE)[index % 3] ?? ["stranger", {}];
    const [path, init] = Object.values(WAYS)[index % 9] ?? ["/api/entries"];
    const all = { ...headers, ...(init?.headers as Record<string, string>) };
    return server
      .request(path, { ...init, headers: all })
      .then(async (answer) => [who, textsIn(await answer.text())]);
  });
  for (const answer of await Promise.all(asked)) {
    const [who] = answer;
    expect(answer).toEqual([who, OWN[String(who)]]);
  }
});

describe("a row of another", () => {
  it.each(["GET", "HEAD", "PUT", "DELETE"])(
    "answers %s as if it were not there",
    async (method) => {
      const server = await start();
      const [own = "", other = ""] = server.paths;
      const init =
        method === "PUT"
          ? jsonRequest("PUT", { text: "ann-mine" }, as("ann"))
          : { method, headers: as("ann") };
      const [theirs, none] = await Promise.all(
        [other, `/api/entries/${"0".repeat(36)}`].map((path) => server.request(path, init)),
      );
      expect([theirs?.status, none?.status]).toEqual([404, 404]);
      const shape = async (answer: Response | undefined) =>
        (await answer?.text())?.replaceAll(/[0-9a-f-]{36}/g, "");
      expect(await shape(theirs)).toBe(await shape(none));
      expect((await server.request(own, init)).status).toBe(200);
      const kept = await server.request(other, { headers: as("ben") });
      expect(await kept.json()).toMatchObject({ text: "ben-calm" });
    },
  );

  it("is not what an entity tag or a cursor leads to", async () => {
    const server = await start();
    const anns = await server.request("/api/entries?limit=1", { headers: as("ann") });
    const tag = String(anns.headers.get("etag"));
    const { _links } = (await anns.json()) as { _links: { next: { href: string } } };
    const same = await server.request("/api/entries?limit=1", {
      headers: { ...as("ann"), "if-none-match": tag },
    });
    expect(same.status).toBe(304);
    const bens = await server.request("/api/entries?limit=1", {
      headers: { ...as("ben"), "if-none-match": tag },
    });
    expect([bens.status, textsIn(await bens.text())]).toEqual([200, ["ben-calm"]]);
    const { pathname, search } = new URL(_links.next.href, server.origin);
    const further = await server.request(pathname + search, { headers: as("ben") });
    expect(textsIn(await further.text()).filter((text) => !text.startsWith("ben"))).toEqual([]);
  });
});

it("shows a write to its owner, and to no other caller", async () => {
  const server = await start();
  const lists = async () =>
    Promise.all(
      Object.values(PEOPLE).map(async (headers) =>
        textsIn(await (await server.request("/api/entries", { headers })).text()),
      ),
    );
  expect(await lists()).toEqual(Object.values(OWN));
  const [path = ""] = server.paths;
  await server.request(path, jsonRequest("PUT", { text: "ann-fog" }, as("ann")));
  expect(await lists()).toEqual([["ann-fog", "ann-storm"], ["ben-calm"], []]);
});
