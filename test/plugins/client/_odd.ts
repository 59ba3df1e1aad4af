/** A plugin of others whose names are those of the language, of the client and of each other. */
import { definePlugin } from "waymark";
import { z } from "zod";

const Promise = z.object({ kept: z.boolean(), "due-date": z.string().optional() });
const Item = z.object({ key: z.string(), size: z.number(), "odd-name": z.enum(["a", "b"]) });
const cache = "no-store";

export const promises = definePlugin({
  id: "promises-2",
  summary: "Ends */ in every way.",
  schemas: {
    Promise,
    Record: z.object({ a: z.string() }),
    List: z.object({ b: z.string() }),
    Client: z.object({ c: z.string() }),
    Error2: z.object({ d: z.string() }),
  },
  errors: { constructor: { status: 409, message: "It is built already." } },
  routes: {
    list: {
      method: "GET",
      path: "/api/promises/list",
      summary: "Not a list.",
      returns: Promise,
      cache,
    },
    listPromises: {
      method: "GET",
      path: "/api/promises",
      summary: "List promises.",
      list: { of: Item, as: "promises", name: "Page" },
      query: z.object({
        tag: z.array(z.string()).optional(),
        "odd.name": z.coerce.number().optional(),
      }),
      cache: { scope: "public", maxAge: "0s" },
    },
    getPromise: {
      method: "GET",
      path: "/api/promises/{body}",
      summary: "Read one promise.",
      query: z.object({ body: z.string(), deep: z.object({ a: z.string() }).optional() }),
      headers: z.object({ "x-odd": z.string() }),
      returns: Promise,
      errors: ["constructor"],
      cache,
    },
    sendPromise: {
      method: "POST",
      path: "/api/promises",
      summary: "Send a promise each time.",
      body: z.object({ kept: z.boolean().default(true) }),
      empty: true,
      idempotency: "none",
    },
    oldPromise: {
      method: "GET",
      path: "/api/old-promise",
      summary: "Read the old promise.",
      returns: Promise,
      deprecated: { since: "2026-01-01", sunset: "2027-06-01", successor: "promises-2.list" },
      cache,
    },
  },
  handlers: () => ({
    list: () => ({ kept: true }),
    listPromises: ({ query }) => [
      { key: `${query.tag?.join("+")} ${query["odd.name"]}`, size: 1, "odd-name": "a" as const },
      { key: "z", size: 2, "odd-name": "b" as const },
    ],
    getPromise: ({ params, query, headers, fail }) =>
      params.body === "built"
        ? fail("constructor")
        : { kept: true, "due-date": `${params.body} ${query.body} ${headers["x-odd"]}` },
    sendPromise: () => undefined,
    oldPromise: () => ({ kept: false }),
  }),
});
