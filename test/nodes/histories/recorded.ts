/** A plugin of tests: registers, counters and a set, whose lists are kept while their data stays the same. */
import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { z } from "zod";

const Register = z.object({ id: z.string(), value: z.string() });
const Counter = z.object({ id: z.string(), value: z.int() });
const Element = z.object({ id: z.string() });
const cache = { scope: "public", maxAge: "1h" } as const;
const rows = { registers: Register, counters: Counter, elements: Element } as const;

export default definePlugin({
  id: "recorded",
  summary: "Keeps registers, counters and a set.",
  needs: { store: Store },
  schemas: { Register, Counter, Element },
  tables: {
    registers: { of: Register, key: "id" },
    counters: { of: Counter, key: "id" },
    elements: { of: Element, key: "id" },
  },
  routes: {
    listRegisters: {
      method: "GET",
      path: "/api/registers",
      summary: "List registers.",
      list: { of: rows.registers, as: "items", name: "RegistersList" },
      publish: { rootLink: "registers" },
      cache,
    },
    listCounters: {
      method: "GET",
      path: "/api/counters",
      summary: "List counters.",
      list: { of: rows.counters, as: "items", name: "CountersList" },
      publish: { rootLink: "counters" },
      cache,
    },
    listElements: {
      method: "GET",
      path: "/api/elements",
      summary: "List elements.",
      list: { of: rows.elements, as: "items", name: "ElementsList" },
      publish: { rootLink: "elements" },
      cache,
    },
    writeRegister: {
      method: "POST",
      path: "/api/registers",
      summary: "Write a register.",
      body: Register,
      empty: true,
      idempotency: "none",
    },
    increment: {
      method: "POST",
      path: "/api/counters",
      summary: "Increment a counter.",
      body: Counter.pick({ id: true }),
      empty: true,
      idempotency: "none",
    },
    addElement: {
      method: "PUT",
      path: "/api/elements/{id}",
      summary: "Add an element.",
      empty: true,
      idempotency: "natural",
    },
  },
  handlers: ({ store }) => ({
    listRegisters: ({ query }) => store.table("registers").list<z.output<typeof Register>>(query),
    listCounters: ({ query }) => store.table("counters").list<z.output<typeof Counter>>(query),
    listElements: ({ query }) => store.table("elements").list<z.output<typeof Element>>(query),
    async writeRegister({ body }) {
      await store.table("registers").upsert(body);
    },
    async increment({ body: { id } }) {
      const counters = store.table("counters");
      const row = await counters.find<z.output<typeof Counter>>(id);
      await counters.upsert({ id, value: (row?.value ?? 0) + 1 });
    },
    async addElement({ params: { id } }) {
      await store.table("elements").insert([{ id }]);
    },
  }),
});
