/** A service without a file system: its own data, and all plugins that need neither files nor a database. */
import { definePlugin } from "waymark";
import { createFetch } from "waymark/fetch";
import preset from "waymark/preset";
import { z } from "zod";

const Tide = z.object({ id: z.string(), metres: z.number() });
const TIDES = [
  { id: "spring", metres: 4.1 },
  { id: "neap", metres: 1.7 },
];

const tides = definePlugin({
  id: "tides",
  summary: "The tides of a harbour.",
  schemas: { Tide },
  routes: {
    listTides: {
      method: "GET",
      path: "/api/tides",
      summary: "List the tides.",
      list: { of: Tide, as: "tides", name: "Tides", relations: { item: "getTide" } },
      cache: { scope: "public", maxAge: "1m" },
    },
    getTide: {
      method: "GET",
      path: "/api/tides/{id}",
      summary: "Read a tide.",
      returns: Tide,
      cache: { scope: "public", maxAge: "1m" },
      errors: ["resource-not-found"],
    },
  },
  handlers: () => ({
    listTides: () => TIDES,
    getTide: ({ params: { id }, fail }) =>
      TIDES.find((tide) => tide.id === id) ?? fail("resource-not-found"),
  }),
});

/** Names of plugins that need files, a database, or measurements of the process. */
const OFF = `
  store brains offices locales integrations history metrics observability
  site developers reference search client mcp status-page docs support faq roadmap security terms privacy legal
  sitemap
`;
const off = Object.fromEntries(
  OFF.trim()
    .split(/\s+/)
    .map((id) => [id, false]),
);

// A bundle has the preset because it is imported here.
export default createFetch(
  { service: "tides", plugins: { tides, "access-log": false, ...off } },
  {
    preset,
    addressOf: ({ headers }) => headers.get("cf-connecting-ip"),
  },
);
