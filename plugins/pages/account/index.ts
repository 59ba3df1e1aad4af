/** The page for holders of API keys: what a key may do and has done, how to replace it, and how to revoke it. */
import { definePlugin } from "waymark";
import { Translations } from "waymark/services";
import { LANGUAGES } from "../../shared/languages.ts";
import { asScript, prepareScripts, scriptRoute, styleRoute, styleText } from "../shared/assets.ts";

const SCRIPT = new URL("./browser/account.ts", import.meta.url);

export default definePlugin({
  id: "account",
  summary: "A page for holders of API keys, with the use of a key by day.",
  icon: "M8 1.75a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM2.25 14.25a5.75 5 0 0 1 11.5 0",
  points: [Translations],
  setup: () => prepareScripts(SCRIPT),

  routes: {
    showAccount: {
      method: "GET",
      path: "/account",
      summary: "See what your API key may do and has used, replace it, or revoke it.",
      page: {
        title: "Account",
        description:
          "Your API key: its plan, its scopes and its use by day, and how to replace it.",
        menu: "main",
        updated: "2026-11-28",
      },
      languages: LANGUAGES,
      // The same for everybody: the script reads what only the holder may see.
      document: true,
      cache: { scope: "public", maxAge: "5m" },
    },
    showStyles: styleRoute("/account.css", "Read the styles of the page for holders of API keys."),
    showScript: scriptRoute("/account.js", "Read the script of the page for holders of API keys."),
  },

  documents: {
    async showAccount(registry, _options, language) {
      const { accountPage } = await import("./page.ts");
      return accountPage(registry, language);
    },
    showStyles: styleText(new URL("./account.css", import.meta.url)),
    showScript: () => SCRIPT.href,
  },

  renderers: { showScript: asScript },
});
