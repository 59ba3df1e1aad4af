/** The language of a reply. */
import type { Call } from "../../registry/contract/call.ts";
import type { SealedRoute } from "../../registry/contract/sealed-route.ts";
import { languageSelector, namedLanguage } from "../request/negotiate.ts";

/** Returns what chooses the head of a reply, as headsByLanguage lists them. */
export function languageOfCall({ kind, declaration }: SealedRoute): (call: Call) => number {
  const { languages = [] } = declaration;
  const select = languageSelector(languages);
  if (select === undefined) return () => 0;
  if (kind !== "page") return (call) => select(call.header("accept-language"));
  return (call) => {
    const named = namedLanguage(call.search, languages);
    return named === -1 ? select(call.header("accept-language")) : languages.length + named;
  };
}
