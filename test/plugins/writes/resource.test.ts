/** Every answer of a resource's routes, over a socket. */
import { describe, expect, it } from "vitest";
import type { TestServer } from "waymark/testing";
import { startHarbour, MERGE, PATCH, sends } from "./_resources.ts";

const BOAT = { name: "Fram", berth: 4, hull: { colour: "green" } };
const FLAG = { code: "b", meaning: "dangerous goods", colours: 1 };

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies have many shapes
  readonly body: any;
}

async function ask(server: TestServer, path: string, init?: RequestInit): Promise<Answer> {
  const response = await server.request(path, init);
  const text = await response.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}

/** Adds a boat, and returns its path. */
async function addBoat(server: TestServer, more: object = {}): Promise<string> {
  const answer = await ask(server, "/api/boats", sends("POST", { ...BOAT, ...more }));
  expect(answer.status).toBe(201);
  return String(answer.headers.get("location"));
}

const withoutLinks = ({ _links, _meta, ...rest }: Readonly<Record<string, unknown>>) => rest;
const pointersOf = ({ body }: Answer): readonly string[] =>
  body.error.errors.map(({ pointer }: { readonly pointer: string }) => pointer);

describe("POST to a collection", () => {
  it("is 201 with Location, ETag and the representation that GET has next", async () => {
    const server = await startHarbour();
    const made = await ask(server, "/api/boats", sends("POST", BOAT));
    expect(made.status).toBe(201);
    const location = String(made.headers.get("location"));
    expect(location).toMatch(/^\/api\/boats\/[0-9a-f-]{36}$/);
    expect(withoutLinks(made.body)).toEqual({
      id: location.split("/").at(-1),
      ...BOAT,
      revision: 1,
    });
    const read = await ask(server, location, { headers: { "accept-encoding": "identity" } });
    expect(read.body).toEqual(made.body);
    expect(read.headers.get("etag")).toBe(made.headers.get("etag"));
  });

  it("has no body with Prefer: return=minimal", async () => {
    const server = await startHarbour();
    const { headers } = sends("POST", BOAT);
    const made = await ask(server, "/api/boats", {
      ...sends("POST", BOAT),
      headers: { ...headers, prefer: "return=minimal" },
    });
    expect(made).toMatchObject({ status: 201, body: undefined });
    expect(made.headers.get("location")).toMatch(/^\/api\/boats\//);
    expect(made.headers.get("etag")).toMatch(/^"/);
  });

  it("takes the key where clients choose them, and 409 with its path where it is taken", async () => {
    const server = await startHarbour();
    const made = await ask(server, "/api/flags", sends("POST", FLAG));
    expect(made).toMatchObject({ status: 201 });
    expect(made.headers.get("location")).toBe("/api/flags/b");
    const again = await ask(server, "/api/flags", sends("POST", { ...FLAG, meaning: "other" }));
    expect(again).toMatchObject({ status: 409, body: { error: { code: "resource-exists" } } });
    expect(again.headers.get("location")).toBe("/api/flags/b");
    expect(again.body.error.detail).toContain("/api/flags/b");
    expect(pointersOf(again)).toEqual(["/code"]);
  });

  it("names the field of a value that another one has", async () => {
    const server = await startHarbour();
    await ask(server, "/api/flags", sends("POST", FLAG));
    const other = await ask(server, "/api/flags", sends("POST", { ...FLAG, code: "c" }));
    expect(other).toMatchObject({ status: 409, body: { error: { code: "resource-exists" } } });
    expect(pointersOf(other)).toEqual(["/meaning"]);
    expect(other.headers.get("location")).toBeNull();
    await ask(server, "/api/flags", sends("POST", { ...FLAG, code: "c", meaning: "yes" }));
    for (const [method, body, type] of [
      ["PUT", { ...FLAG, code: "c" }],
      ["PATCH", { meaning: FLAG.meaning }, MERGE],
    ] as const)
      expect(await ask(server, "/api/flags/c", sends(method, body, type))).toMatchObject({
        status: 409,
        body: { error: { code: "resource-exists" } },
      });
  });

  it.each(["", ".", "..", "a\u0000b", "\ud800", "x".repeat(256)])(
    "refuses the key %j",
    async (code) => {
      const server = await startHarbour();
      const answer = await ask(server, "/api/flags", sends("POST", { ...FLAG, code }));
      expect(answer.status).toBe(422);
      expect(pointersOf(answer)).toEqual(["/code"]);
    },
  );

  it.each(["a/b", "ä ö", "%2F", "a?b#c", "__proto__", "constructor", ";", "~"])(
    "takes the key %j",
    async (code) => {
      const server = await startHarbour();
      const made = await ask(server, "/api/flags", sends("POST", { ...FLAG, code }));
      expect(made.status).toBe(201);
      const read = await ask(server, String(made.headers.get("location")));
      expect(read).toMatchObject({ status: 200, body: { code } });
    },
  );
});

describe("PUT", () => {
  it("is 200 with the representation, and clears what is no longer there", async () => {
    const server = await startHarbour();
    const path = await addBoat(server, { crew: ["Ann"], nickname: null });
    const replaced = await ask(server, path, sends("PUT", { name: " Gjøa " }));
    expect(replaced).toMatchObject({ status: 200 });
    expect(withoutLinks(replaced.body)).toEqual({
      id: path.split("/").at(-1),
      name: "Gjøa",
      berth: 1,
      revision: 2,
    });
    const read = await ask(server, path);
    expect(read.body).toEqual(replaced.body);
  });

  it("is 404 where the service chooses keys, and 201 with Location where clients do", async () => {
    const server = await startHarbour();
    expect(await ask(server, "/api/boats/none", sends("PUT", BOAT))).toMatchObject({ status: 404 });
    const { code: _, ...flag } = FLAG;
    const made = await ask(server, "/api/flags/b", sends("PUT", flag));
    expect(made).toMatchObject({ status: 201, body: FLAG });
    expect(made.headers.get("location")).toBe("/api/flags/b");
    const read = await ask(server, "/api/flags/b", { headers: { "accept-encoding": "identity" } });
    expect(read.headers.get("etag")).toBe(made.headers.get("etag"));
    const again = await ask(server, "/api/flags/b", sends("PUT", flag));
    expect(again).toMatchObject({ status: 200, body: FLAG });
    expect(again.headers.get("location")).toBeNull();
  });

  it("is 204 with Prefer: return=minimal", async () => {
    const server = await startHarbour();
    const path = await addBoat(server);
    const { headers, ...put } = sends("PUT", BOAT);
    const answer = await ask(server, path, {
      ...put,
      headers: { ...headers, prefer: "return=minimal" },
    });
    expect(answer).toMatchObject({ status: 204, body: undefined });
  });

  it("takes back what was read", async () => {
    const server = await startHarbour();
    const path = await addBoat(server);
    const { body } = await ask(server, path);
    expect(body).toHaveProperty("_links");
    const answer = await ask(server, path, sends("PUT", { ...body, _meta: {} }));
    expect(answer).toMatchObject({ status: 200, body: { ...BOAT, revision: 2 } });
  });
});

describe("PATCH", () => {
  it.each([
    [MERGE, { berth: 5, hull: { length: 39 }, crew: null }],
    [
      PATCH,
      [
        { op: "test", path: "/name", value: "Fram" },
        { op: "replace", path: "/berth", value: 5 },
        { op: "add", path: "/hull/length", value: 39 },
        { op: "remove", path: "/crew" },
      ],
    ],
  ])("applies %s", async (type, patch) => {
    const server = await startHarbour();
    const path = await addBoat(server, { crew: ["Ann"] });
    const answer = await ask(server, path, sends("PATCH", patch, type));
    expect(answer).toMatchObject({ status: 200 });
    expect(withoutLinks(answer.body)).toEqual({
      id: path.split("/").at(-1),
      name: "Fram",
      berth: 5,
      hull: { colour: "green", length: 39 },
      revision: 2,
    });
    expect((await ask(server, path)).body).toEqual(answer.body);
  });

  it("is 415 with Accept-Patch for other types, which OPTIONS has too", async () => {
    const server = await startHarbour();
    const path = await addBoat(server);
    const answer = await ask(server, path, sends("PATCH", {}));
    expect(answer.status).toBe(415);
    const accepted = [MERGE, PATCH];
    expect(answer.headers.get("accept-patch")?.split(", ")).toEqual(accepted);
    const options = await server.request(path, { method: "OPTIONS" });
    expect(options.headers.get("accept-patch")?.split(", ")).toEqual(accepted);
  });

  it.each([
    ["a test that fails", [{ op: "test", path: "/name", value: "Maud" }], 0],
    ["a path that is not there", [{ op: "test", path: "", value: 1 }], 0],
    [
      "a later operation",
      [
        { op: "replace", path: "/berth", value: 9 },
        { op: "remove", path: "/captain" },
      ],
      1,
    ],
    ["a member that every object inherits", [{ op: "remove", path: "/toString" }], 0],
    ["an index beyond the end", [{ op: "add", path: "/crew/9", value: "Ben" }], 0],
    ["a name in a list", [{ op: "replace", path: "/crew/length", value: 0 }], 0],
    ["an index with a zero before it", [{ op: "remove", path: "/crew/00" }], 0],
    ["a move into itself", [{ op: "move", from: "/hull", path: "/hull/inner" }], 0],
    ["the whole resource", [{ op: "remove", path: "" }], 0],
  ])("is 409 with the index of the operation for %s", async (_what, patch, index) => {
    const server = await startHarbour();
    const path = await addBoat(server, { crew: ["Ann"] });
    const before = await ask(server, path);
    const answer = await ask(server, path, sends("PATCH", patch, PATCH));
    expect(answer).toMatchObject({ status: 409, body: { error: { code: "patch-conflict" } } });
    expect(pointersOf(answer)).toEqual([`/${index}`]);
    expect((await ask(server, path)).body).toEqual(before.body);
  });

  it.each([
    [MERGE, { berth: 0, hull: { colour: null } }, ["/berth", "/hull/colour"]],
    [MERGE, { captain: "Amundsen" }, ["/captain"]],
    [MERGE, { name: null }, ["/name"]],
    [MERGE, { id: "other" }, ["/id"]],
    [MERGE, [], [""]],
    [PATCH, [{ op: "add", path: "/crew", value: [1] }], ["/crew/0"]],
    [PATCH, [{ op: "replace", path: "", value: [] }], [""]],
    [PATCH, [{ op: "replace", path: "/id", value: "other" }], ["/id"]],
    [PATCH, {}, [""]],
    [PATCH, [{ op: "spin", path: "/name" }], ["/0/op"]],
    [PATCH, [{ op: "add", path: "/crew" }], ["/0/value"]],
    [PATCH, [{ op: "add", path: "crew", value: [] }], ["/0/path"]],
    [PATCH, [{ op: "add", path: "/~2", value: [] }], ["/0/path"]],
  ])("is 422 with pointers for %s with %j", async (type, patch, pointers) => {
    const server = await startHarbour();
    const path = await addBoat(server);
    const before = await ask(server, path);
    const answer = await ask(server, path, sends("PATCH", patch, type));
    expect(answer.status).toBe(422);
    expect(pointersOf(answer)).toEqual(pointers);
    expect((await ask(server, path)).body).toEqual(before.body);
  });

  it("refuses patches that double a value again and again, or nest it too deeply", async () => {
    const server = await startHarbour();
    const path = await addBoat(server, { notes: { a: "x".repeat(1000) } });
    const double = Array.from({ length: 40 }, (_, index) => ({
      op: "copy",
      from: "/notes",
      path: `/notes/${index}`,
    }));
    const nest = Array.from({ length: 200 }, (_, index) => ({
      op: "add",
      path: `/notes${"/n".repeat(index + 1)}`,
      value: {},
    }));
    for (const patch of [double, nest]) {
      const answer = await ask(server, path, sends("PATCH", patch, PATCH));
      expect(answer).toMatchObject({ status: 422 });
    }
  });

  it("takes names that objects inherit as members like any other", async () => {
    const server = await startHarbour();
    const path = await addBoat(server, { notes: {} });
    const patch = [
      { op: "add", path: "/notes/constructor", value: { prototype: 1 } },
      { op: "add", path: "/notes/__proto__", value: { polluted: true } },
    ];
    const answer = await ask(server, path, sends("PATCH", patch, PATCH));
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.notes.constructor).toEqual({ prototype: 1 });
    const merged = await server.request(path, {
      method: "PATCH",
      headers: { "content-type": MERGE },
      body: '{ "notes": { "__proto__": { "polluted": true } }, "__proto__": { "polluted": true } }',
    });
    expect(merged.status).toBe(422);
    expect({}).not.toHaveProperty("polluted");
  });
});

it("DELETE is 204, and 404 when repeated", async () => {
  const server = await startHarbour();
  const path = await addBoat(server);
  expect(await ask(server, path, { method: "DELETE" })).toMatchObject({
    status: 204,
    body: undefined,
  });
  for (const method of ["DELETE", "GET"])
    expect(await ask(server, path, { method })).toMatchObject({ status: 404 });
});

describe("a body", () => {
  it.each([
    ["that is not JSON", "application/json", "{", 400],
    ["of a wrong type", "text/plain", "{}", 415],
    ["too large", "application/json", JSON.stringify("x".repeat(2_000_000)), 413],
    ["that is not an object", "application/json", "[]", 422],
  ])("%s is refused", async (_what, type, body, status) => {
    const server = await startHarbour();
    const path = await addBoat(server);
    for (const [method, to] of [
      ["POST", "/api/boats"],
      ["PUT", path],
    ] as const) {
      const init = { method, headers: { "content-type": type }, body };
      expect(await ask(server, to, init)).toMatchObject({ status });
    }
  });

  it.each([
    ["POST", { ...BOAT, captain: "Amundsen", name: "" }, ["/name", "/captain"]],
    ["POST", { ...BOAT, id: "mine" }, ["/id"]],
    ["PUT", { ...BOAT, id: "other" }, ["/id"]],
    ["PUT", { ...BOAT, hull: {}, berth: "1" }, ["/berth", "/hull/colour"]],
  ])("of %s that is %j has one entry for each problem", async (method, body, pointers) => {
    const server = await startHarbour();
    const path = await addBoat(server);
    const to = method === "POST" ? "/api/boats" : path;
    const answer = await ask(server, to, sends(method, body));
    expect(answer).toMatchObject({ status: 422 });
    expect(pointersOf(answer)).toEqual(pointers);
  });
});

it("the rule refuses with its own code, and nothing is changed", async () => {
  const server = await startHarbour();
  const path = await addBoat(server);
  const before = await ask(server, path);
  for (const [method, body, type] of [
    ["PUT", { ...BOAT, name: "sunk" }],
    ["PATCH", { name: "sunk" }, MERGE],
  ] as const)
    expect(await ask(server, path, sends(method, body, type))).toMatchObject({
      status: 409,
      body: { error: { code: "boat-sunk", message: "The boat has sunk." } },
    });
  expect(await ask(server, "/api/boats", sends("POST", { name: "sunk" }))).toMatchObject({
    status: 409,
  });
  expect((await ask(server, path)).body).toEqual(before.body);
  expect((await ask(server, "/api/boats")).body.boats).toHaveLength(1);
});
