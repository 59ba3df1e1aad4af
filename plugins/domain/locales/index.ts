import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { Locale } from "../../../schemas/locale.ts";
import { Writable } from "../shared/writable.ts";

export default definePlugin({
  id: "locales",
  summary: "Lists the languages that texts are available in.",
  icon: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM1.75 8h12.5M8 1.75c3.25 3.5 3.25 9 0 12.5M8 1.75c-3.25 3.5-3.25 9 0 12.5",
  options: Writable,
  implementation: {
    load: () => import("./implementation.ts"),
    option: "writable",
    brings: ["write-scopes", "idempotency"],
  },
  needs: { store: Store },
  tables: {
    locales: { of: Locale, key: "code", seed: new URL("./locales.json", import.meta.url) },
  },

  routes: {
    listLocales: {
      method: "GET",
      path: "/api/locales",
      summary: "List locales.",
      list: { of: Locale, as: "locales", name: "Locales" },
      publish: { rootLink: "locales", capability: "locales" },
      cache: { scope: "public", maxAge: "1h", staleWhileRevalidate: "1d" },
      serverTiming: true,
    },
  },

  handlers: ({ store }) => ({ listLocales: ({ query }) => store.table("locales").list(query) }),
});
