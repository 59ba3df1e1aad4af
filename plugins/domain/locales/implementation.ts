import { defineImplementation } from "waymark/advanced";
import { resource } from "waymark/resources";
import { Locale } from "../../../schemas/locale.ts";
import { Writable } from "../shared/writable.ts";
import es from "./es.json" with { type: "json" };

const locales = resource({
  name: { one: "locale", many: "locales" },
  path: "/api/locales",
  of: Locale,
  key: "code",
  idempotency: "key",
  keys: "client",
  scope: "locales:write",
  seed: new URL("./locales.json", import.meta.url),
  errors: {
    "locale-default": {
      status: 409,
      message: "Exactly one locale is the default: make another one the default instead.",
      cause:
        "The write would leave no default locale: it removes the present one, or takes the mark from it.",
      remedy: "Make another locale the default; this one then ceases to be it.",
    },
  },
  async rule({ key, before, after, table, fail }) {
    if (after?.code !== undefined && !TAG.test(after.code))
      fail("unprocessable-content", {
        errors: [{ detail: "The code must be a language tag (BCP 47).", pointer: "/code" }],
      });
    if (before?.default === true && after?.default !== true) fail("locale-default");
    if (after?.default !== true || before?.default === true) return;
    const { items } = await table.list({
      filters: [
        { field: "default", operator: "eq", value: true },
        { field: "code", operator: "ne", value: key },
      ],
    });
    await table.updateAll(items.map(({ code }) => [code, { default: false }]));
  },
});

/** Subtags of 1 to 8 letters and digits, the language first (RFC 5646, section 2.1). Registered ones are not asked for. */
const TAG = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;

const { listLocales } = locales.routes;

export default defineImplementation({
  summary: "Lists the languages that texts are available in.",
  translations: { es },
  options: Writable,
  ...locales,
  routes: {
    ...locales.routes,
    listLocales: {
      ...listLocales,
      list: { ...listLocales.list, name: "Locales" },
      publish: { rootLink: "locales", capability: "locales" },
      serverTiming: true,
    },
  },
});
