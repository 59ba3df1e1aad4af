/** The kernel's part around a handler: what of its value is sent (A7), and its signal when its time is over (A9). */
import { expect, it } from "vitest";
import { definePlugin } from "waymark";
import { z } from "zod";
import { recordingLog, startServer } from "../../../_setup.ts";

const User = z.object({ id: z.string() });
const stored = { id: "1", passwordHash: "x" };
const cache = "no-store";

const users = definePlugin({
  id: "users",
  summary: "Returns rows as they are stored.",
  routes: {
    listUsers: {
      method: "GET",
      path: "/users",
      summary: "List users.",
      list: { of: User, as: "users", name: "UsersList" },
      cache,
    },
    pageUsers: {
      method: "GET",
      path: "/pages",
      summary: "List users as a page.",
      list: { of: User, as: "users", name: "UsersPage" },
      cache,
    },
    getUser: { method: "GET", path: "/user", summary: "Read a user.", returns: User, cache },
    getCopy: { method: "GET", path: "/copy", summary: "Read it late.", returns: User, cache },
    getDocument: {
      method: "GET",
      path: "/document",
      summary: "Read a document.",
      returns: User,
      document: true,
      cache,
    },
    watchUsers: {
      method: "GET",
      path: "/events",
      summary: "Watch users.",
      stream: { events: { user: User } },
      cache,
    },
  },
  handlers: () => ({
    listUsers: () => [stored],
    pageUsers: () => ({ items: [stored], next: undefined }),
    getUser: () => stored,
    getCopy: () => Promise.resolve(stored),
    async *watchUsers() {
      yield { event: "user", data: stored } as const;
    },
  }),
  documents: { getDocument: () => stored },
});

it.each(["/users", "/pages", "/user", "/copy", "/document", "/events"])(
  "sends only declared members at %s, and says so once in the log (A7)",
  async (path) => {
    const { log, lines } = recordingLog();
    const server = await startServer({ config: { plugins: { users } }, log });
    for (const _again of [1, 2]) {
      const text = await (await server.request(path)).text();
      expect(text).toContain('"id":"1"');
      expect(text).not.toContain("passwordHash");
    }
    const warnings = lines.filter(({ message }) => message.includes("does not declare"));
    expect(warnings).toMatchObject([{ fields: { plugin: "users", member: "passwordHash" } }]);
  },
);

it("aborts the signal of a handler whose time is over (A9)", async () => {
  const aborted = Promise.withResolvers<boolean>();
  const slow = definePlugin({
    id: "slow",
    summary: "Writes too late.",
    routes: {
      write: {
        method: "POST",
        path: "/slow",
        summary: "Write slowly.",
        returns: User,
        idempotency: "none",
        timeout: "20ms",
      },
    },
    handlers: () => ({
      async write({ signal }) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        aborted.resolve(signal.aborted); // read again after the wait, as a handler does before it commits
        return { id: "1" };
      },
    }),
  });
  const server = await startServer({ config: { plugins: { slow } } });
  const answer = await server.request("/slow", { method: "POST" });
  expect(answer.status).toBe(503);
  expect(await aborted.promise).toBe(true);
});

it("aborts a signal that is first read after the time is over (A9)", async () => {
  const aborted = Promise.withResolvers<boolean>();
  const slow = definePlugin({
    id: "slow",
    summary: "Looks late.",
    routes: {
      read: {
        method: "GET",
        path: "/slow",
        summary: "Read slowly.",
        returns: User,
        cache,
        timeout: "20ms",
      },
    },
    handlers: () => ({
      async read(call) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        aborted.resolve(call.signal.aborted);
        return { id: "1" };
      },
    }),
  });
  const server = await startServer({ config: { plugins: { slow } } });
  expect((await server.request("/slow")).status).toBe(503);
  expect(await aborted.promise).toBe(true);
});
