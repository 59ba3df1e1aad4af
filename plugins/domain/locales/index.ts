import { definePlugin } from "waymark";
import { Store } from "waymark/services";
import { Locale } from "../../../schemas/locale.ts";
import { Writable } from "../shared/writable.ts";

export default definePlugin({
  id: "locales",
  summary: "Lists the languages that texts are available in.",
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
