/** Bulk requests over a socket: order, conditions, all or none, limits. */
import { connect } from "node:net";
import { expect, it } from "vitest";
import type { Plugin } from "waymark";
import { json, startServer } from "../../_setup.ts";
import { add, desk, get, startBulk } from "./_bulk.ts";

it("runs operations in their order, each answered as a request of its own", async () => {
  const { run, server } = await startBulk();
  const { answer, results } = await run([
    add("notes", "a", "one"),
    get("/notes/a"),
    { id: "put", method: "PUT", path: "/notes/a", body: { id: "a", text: "two" } },
    get("/notes/a", {}, "again"),
    get("/notes/none"),
    get("/nowhere"),
    { id: "405", method: "DELETE", path: "/notes" },
    get("/notes?fields=id"),
  ]);
  expect(answer.status).toBe(200);
  expect(results.map(({ id, status }) => [id, status])).toEqual([
    ["a", 201],
    ["/notes/a", 200],
    ["put", 200],
    ["again", 200],
    ["/notes/none", 404],
    ["/nowhere", 404],
    ["405", 405],
    ["/notes?fields=id", 200],
  ]);
  expect(results[0]?.headers["location"]).toBe("/notes/a");
  expect(results[1]?.body).toMatchObject({ id: "a", text: "one" });
  expect(results[3]?.body).toMatchObject({ id: "a", text: "two" });
  expect(results[4]?.body).toMatchObject({ error: { code: "resource-not-found" } });
  const alone = await server.request("/notes/a");
  expect(results[3]?.headers["etag"]).toBe(alone.headers.get("etag"));
  expect(results[3]?.body).toEqual(await json(alone));
});

it("evaluates the conditions of each operation", async () => {
  const { run } = await startBulk();
  const { results: first } = await run([add("notes", "a", "one"), get("/notes/a")]);
  const tag = first[1]?.headers["etag"] ?? "";
  const put = (id: string, text: string) => ({
    id,
    method: "PUT",
    path: "/notes/a",
    headers: { "If-Match": tag },
    body: { id: "a", text },
  });
  const { results } = await run([
    get("/notes/a", { "if-none-match": tag }),
    put("first", "two"),
    put("second", "three"),
    get("/notes/a", {}, "last"),
  ]);
  expect(results.map(({ status }) => status)).toEqual([304, 200, 412, 200]);
  expect(results[3]?.body).toMatchObject({ text: "two" });
});

it("makes the changes of an atomic request together", async () => {
  const { run, rows } = await startBulk();
  const { answer, results } = await run(
    [add("notes", "a"), add("tags", "b"), get("/notes/a"), get("/notes")],
    { atomic: true },
  );
  expect([answer.status, results.map(({ status }) => status)]).toEqual([200, [201, 200, 200, 200]]);
  expect([await rows("notes"), await rows("tags")]).toEqual([{ a: "x" }, { b: "x" }]);
});

it.each([
  ["a 409", add("notes", "a"), 409, "resource-exists"],
  ["a 404", get("/notes/none"), 404, "resource-not-found"],
  ["a 422", { ...add("notes", "z"), body: {} }, 422, "unprocessable-content"],
  ["a bug", add("notes", "z", "fail"), 500, "internal-error"],
])("undoes all of an atomic request for %s, and says which", async (_name, bad, status, code) => {
  const { run, rows } = await startBulk();
  await run([add("notes", "a", "before")]);
  const operation = { ...bad, id: "bad" };
  const { answer, results, refused, error } = await run(
    [add("notes", "b"), add("tags", "c"), operation, add("tags", "d")],
    { atomic: true },
  );
  expect([answer.status, refused]).toEqual([424, "bad"]);
  expect(error).toMatchObject({
    code: "bulk-undone",
    status: 424,
    requestId: answer.headers.get("x-request-id"),
  });
  expect(results.map((result) => result.status)).toEqual([424, 424, status, 424]);
  expect(results[2]?.body).toMatchObject({ error: { code } });
  for (const index of [0, 1, 3])
    expect(results[index]?.body).toMatchObject({ error: { code: "bulk-undone" } });
  expect([await rows("notes"), await rows("tags")]).toEqual([{ a: "before" }, {}]);
  // The same without atomic keeps what was not refused.
  const kept = await run([add("notes", "b"), operation, add("tags", "d")]);
  expect(kept.results.map((result) => result.status)).toEqual([201, status, 200]);
  expect([await rows("notes"), await rows("tags")]).toEqual([{ a: "before", b: "x" }, { d: "x" }]);
});

const BAD: readonly (readonly [name: string, operations: readonly object[], pointer: string])[] = [
  ["the same id twice", [get("/notes"), get("/notes")], "/operations/1/id"],
  ["no id", [{ method: "GET", path: "/notes" }], "/operations/0/id"],
  ["an unknown method", [{ ...get("/notes"), method: "BREW" }], "/operations/0/method"],
  ["HEAD", [{ ...get("/notes"), method: "HEAD" }], "/operations/0/method"],
  ["OPTIONS", [{ ...get("/notes"), method: "OPTIONS" }], "/operations/0/method"],
  ["CONNECT", [{ ...get("/notes"), method: "CONNECT" }], "/operations/0/method"],
  ["a method in lower case", [{ ...get("/notes"), method: "get" }], "/operations/0/method"],
  ["an absolute URL", [get("https://example.com/notes")], "/operations/0/path"],
  ["no slash", [get("notes")], "/operations/0/path"],
  ["an asterisk", [get("*")], "/operations/0/path"],
  ["an empty path", [get("")], "/operations/0/path"],
  ["a fragment", [get("/notes#x")], "/operations/0/path"],
  ["a backslash", [get("/notes\\a")], "/operations/0/path"],
  ["a blank", [get("/notes x")], "/operations/0/path"],
  ["a line break", [get("/notes\r\nHost: x")], "/operations/0/path"],
  ["a character beyond ASCII", [get("/ñotes")], "/operations/0/path"],
  ["a stream", [get("/stream")], "/operations/0/path"],
  ["a page", [get("/page")], "/operations/0/path"],
  ["bytes", [get("/bytes")], "/operations/0/path"],
  ["an upload", [{ ...get("/upload"), method: "POST" }], "/operations/0/path"],
  ["a body of a GET", [{ ...get("/notes"), body: {} }], "/operations/0/body"],
  ["a member that is unknown", [{ ...get("/notes"), extra: 1 }], "/operations/0/extra"],
  ["no operation", [], "/operations"],
  [
    "101 operations",
    Array.from({ length: 101 }, (_, id) => get("/notes", {}, `${id}`)),
    "/operations",
  ],
  ["a header name", [get("/notes", { "a b": "x" })], "/operations/0/headers/a b"],
  ["a header value", [get("/notes", { accept: "a\r\nb: c" })], "/operations/0/headers/accept"],
  [
    "a header twice",
    [get("/notes", { accept: "*/*", Accept: "*/*" })],
    "/operations/0/headers/Accept",
  ],
  [
    "JSON of another type",
    [{ ...add("notes", "a"), headers: { "content-type": "text/plain" } }],
    "/operations/0/body",
  ],
  ...["Connection", "TE", "Transfer-Encoding", "Upgrade", "Host", "Content-Length", "Expect"]
    .concat(["Accept-Encoding", "Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "Via"])
    .concat(["Proxy-Authorization", "Keep-Alive", "X-Real-IP"])
    .map(
      (name) => [name, [get("/notes", { [name]: "x" })], `/operations/0/headers/${name}`] as const,
    ),
  ...[
    ["its own path", "/api/bulk"],
    ["a query", "/api/bulk?x=1"],
    ["an escape", "/api/%62ulk"],
    ["an escape in lower case", "/%61pi/bul%6b"],
    ["dot segments", "/notes/../api/./bulk"],
    ["escaped dot segments", "/notes/%2e%2E/api/bulk"],
    ["a slash at the end", "/api/bulk/"],
  ].map(
    ([name, path]) =>
      [
        `bulk itself, by ${name}`,
        [{ ...get(path ?? ""), method: "POST", body: { operations: [get("/notes")] } }],
        "/operations/0/path",
      ] as const,
  ),
];

it("refuses the whole request before anything runs", async () => {
  const { post, rows } = await startBulk();
  const wrong: unknown[] = [];
  for (const [name, operations, pointer] of BAD) {
    // The operation before is right, and is not run either.
    const first = operations.length === 0 || operations.length > 100 ? [] : [add("notes", "first")];
    const answer = await post({ operations: [...operations, ...first] });
    const { error } = await json<{ error?: { code: string; errors?: { pointer: string }[] } }>(
      answer,
    );
    const pointers = error?.errors?.map((one) => one.pointer) ?? [];
    if (answer.status !== 422 || !pointers.includes(pointer))
      wrong.push([name, answer.status, error?.code, pointers]);
  }
  expect(wrong).toEqual([]);
  expect(await rows("notes")).toEqual({});
});

it("leaves redirects to the client, also those that lead to bulk", async () => {
  const { run } = await startBulk();
  const { results } = await run([get("/api/legacy/health"), get("/notes/")]);
  expect(results.map(({ status, headers }) => [status, headers["location"]])).toEqual([
    [301, "/api/health"],
    [308, "/notes"],
  ]);
});

it("returns texts as texts, and leaves out what belongs to a connection", async () => {
  const { run } = await startBulk();
  const { results } = await run([
    get("/robots.txt"),
    get("/api/metrics", { accept: "text/plain" }),
  ]);
  expect(results.map(({ status, body }) => [status, typeof body])).toEqual([
    [200, "string"],
    [200, "string"],
  ]);
  for (const { headers } of results)
    for (const name of ["content-length", "connection", "set-cookie", "content-encoding"])
      expect(headers).not.toHaveProperty(name);
});

it("runs as many operations as the option allows", async () => {
  const { run, rows, server } = await startBulk();
  const all = Array.from({ length: 100 }, (_, at) => add("notes", `n${at}`));
  const { results } = await run(all, { atomic: true });
  expect(results.filter(({ status }) => status === 201)).toHaveLength(100);
  expect(Object.keys(await rows("notes"))).toHaveLength(50); // a page
  expect(server.registry.statements["bulk"]).toMatchObject({ maxOperationsPerRequest: 100 });
});

it("takes its limit from one option, which the document states", async () => {
  const { run, post, server } = await startBulk({ maxOperationsPerRequest: 2 });
  const operations = ["1", "2", "3"].map((id) => get("/notes", {}, id));
  expect((await post({ operations })).status).toBe(422);
  expect((await run(operations.slice(1))).answer.status).toBe(200);
  expect(await json(await server.request("/api/bulk-policy"))).toMatchObject({
    supported: true,
    planned: false,
    maxOperationsPerRequest: 2,
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  });
});

it("leaves out bodies beyond the bytes of an answer, and runs their operations", async () => {
  const { results: alone } = await (await startBulk()).run([add("notes", "a")]);
  const { run, rows } = await startBulk({ maxBytes: JSON.stringify(alone[0]?.body).length });
  const { results } = await run([
    get("/api/capabilities"),
    add("notes", "a"),
    add("notes", "b"),
    add("tags", "c"),
  ]);
  expect(results.map(({ status, omitted = false }) => [status, omitted])).toEqual([
    [200, true],
    [201, false],
    [201, true],
    [200, true],
  ]);
  expect(results[0]?.body).toBeUndefined();
  expect([await rows("notes"), await rows("tags")]).toEqual([{ a: "x", b: "x" }, { c: "x" }]);
});

it("begins no operation after its time, and undoes an atomic request then", async () => {
  const slow = desk(async (id) => {
    if (id === "slow") await new Promise((resolve) => setTimeout(resolve, 150));
  });
  const { run, rows } = await startBulk({ maxDuration: "100ms" }, { plugins: [slow as Plugin] });
  const { results } = await run([add("notes", "slow"), add("notes", "late")]);
  expect(results.map(({ status }) => status)).toEqual([201, 503]);
  expect(results[1]?.body).toMatchObject({ error: { code: "operation-not-run" } });
  const { answer } = await run([add("tags", "slow"), add("tags", "late")], { atomic: true });
  expect([424, 503]).toContain(answer.status); // the time of the transaction may be up first
  expect([await rows("notes"), await rows("tags")]).toEqual([{ slow: "x" }, {}]);
});

it("S2: undoes an atomic request sooner than others, as writes wait for it", async () => {
  const slow = desk(async (id) => {
    if (id === "slow") await new Promise((resolve) => setTimeout(resolve, 150));
  });
  const limits = { maxAtomicDuration: "100ms" } as const;
  const { run, rows } = await startBulk(limits, { plugins: [slow as Plugin] });
  const { results } = await run([add("notes", "slow"), add("notes", "late")]);
  expect(results.map(({ status }) => status)).toEqual([201, 201]);
  const { answer } = await run([add("tags", "slow"), add("tags", "late")], { atomic: true });
  expect([424, 503]).toContain(answer.status);
  expect(await rows("tags")).toEqual({});
});

it.each([
  [false, { a: "x", slow: "x" }],
  [true, {}],
])("when the client leaves, atomic: %s", async (atomic, expected) => {
  const reached = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const slow = desk(async (id) => {
    if (id !== "slow") return;
    reached.resolve();
    await release.promise;
  });
  const { server, rows } = await startBulk({}, { plugins: [slow as Plugin] });
  const body = JSON.stringify({
    operations: [add("notes", "a"), add("notes", "slow"), add("notes", "never")],
    atomic,
  });
  const { port, hostname } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/bulk HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await reached.promise;
  socket.destroy();
  await new Promise((resolve) => socket.once("close", resolve));
  // The server has noticed by the time that it answers others.
  for (let times = 0; times < 3; times++) await server.request("/api/ping");
  release.resolve();
  await expect.poll(() => rows("notes")).toEqual(expected);
});

it("is the 501 of the contract while it is off", async () => {
  const server = await startServer({ config: { plugins: { bulk: { enabled: false } } } });
  expect((await server.request("/api/bulk", { method: "POST" })).status).toBe(501);
});
