/** JSON bodies that are small and take long: values and levels are counted before anything is parsed. */
import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import preset from "waymark/preset";
import { z } from "zod";
import { describeMatrix, json, startServer, type Ask } from "../../../_setup.ts";

/** Counts the members of any JSON. */
const echo = definePlugin({
  id: "echo",
  summary: "Counts.",
  routes: {
    count: {
      method: "POST",
      path: "/api/count",
      summary: "Count.",
      body: z.json(),
      returns: z.object({ count: z.int() }),
      idempotency: "natural",
    },
    add: {
      method: "POST",
      path: "/api/add",
      summary: "Add.",
      body: z.array(z.int()),
      returns: z.object({ count: z.int() }),
      idempotency: "natural",
    },
  },
  handlers: () => ({
    count: ({ body }) => ({ count: Object.keys(Object(body)).length }),
    add: ({ body }) => ({ count: body.length }),
  }),
});

function post(ask: Ask, body: string, path = "/api/count"): Promise<Response> {
  return ask(path, { method: "POST", headers: { "content-type": "application/json" }, body });
}
const listOf = (count: number) => `[${Array.from({ length: count }, () => "0").join()}]`;
const objectOf = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])));
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

const config = { plugins: { "rate-limit": { limit: 10_000 } } };

describeMatrix("JSON bodies", { plugins: [...preset, echo], config }, (ask) => {
  it.each([
    ["a list of as many values as are accepted, with the list", listOf(9999), 200],
    ["one more", listOf(10_000), 413],
    ["an object of as many", objectOf(9999), 200],
    ["one more member", objectOf(10_000), 413],
    ["118,000 keys", objectOf(118_000).slice(0, 1_000_000), 413],
    ["lists that are empty", `[${"[],".repeat(6000)}[]]`, 413],
    ["values in lists in objects", `{"a":[${"{},".repeat(10_000)}{}]}`, 413],
    ["as many levels as are accepted", nested(100), 200],
    ["one more level", nested(101), 400],
    ["half a million levels", "[".repeat(500_000), 400],
    ["signs within a string", JSON.stringify(`,[{\\",`.repeat(20_000)), 200],
    ["an escaped quote before them", `{"a\\"${",".repeat(20_000)}":1}`, 200],
    ["a backslash at the end of a string", `["a\\\\",${"0,".repeat(10_000)}0]`, 413],
    ["a string without an end", `"${"a".repeat(100)}`, 400],
  ])("%s (E10)", async (_what, body, status) => {
    expect((await post(ask, body)).status).toBe(status);
  });

  it("says how many values are accepted", async () => {
    const answer = await json(await post(ask, listOf(20_000)));
    expect(answer).toMatchObject({ error: { code: "payload-too-large" } });
    const problem = await ask("/api/count", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/problem+json" },
      body: listOf(20_000),
    });
    expect(await json(problem)).toMatchObject({ detail: expect.stringContaining("10000 values") });
  });

  it("lists the first errors of a body with thousands", async () => {
    const answer = await ask("/api/add", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/problem+json" },
      body: `[${'"",'.repeat(9000)}""]`,
    });
    expect(answer.status).toBe(422);
    expect((await json<{ errors: unknown[] }>(answer)).errors).toHaveLength(50);
  });
});

it("are unlimited where nothing limits them, but for their levels", async () => {
  const server = await startServer({ plugins: [echo] });
  expect((await post(server.request, listOf(20_000))).status).toBe(200);
  expect((await post(server.request, nested(101))).status).toBe(400);
});
