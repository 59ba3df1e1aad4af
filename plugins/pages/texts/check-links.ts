/** Finds links that lead nowhere. */
import { show, type Registry } from "waymark";
import type { ScannedLine } from "../shared/markdown-scan.ts";
import type { Mistake } from "./mistakes.ts";
import { mayBe, suggest, type Vocabulary } from "./vocabulary.ts";

type Wrong = Pick<Mistake, "what" | "hint"> | undefined;

/** `[name]: route:…`, which is no link that is resolved. */
export function wrongDefinition({ text, code }: ScannedLine): Wrong {
  if (code || !/^ {0,3}\[[^\]]+\]:\s*(?:route|rel):/.test(text)) return undefined;
  return {
    what: "a definition cannot name a route or a relation",
    hint: "write it where it is used: [text](route:plugin.routeId)",
  };
}

/** What is wrong with the target of a link on the page at this path. */
export function wrongTarget(
  target: string,
  page: string,
  registry: Registry,
  vocabulary: Vocabulary,
): Wrong {
  // Placeholders in targets are addresses elsewhere, or of the service itself.
  if (target.startsWith("#") || target.startsWith("//") || target.includes("{{")) return undefined;
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*):(.*)$/i.exec(target) ?? [];
  const name = rest.replace(/[?#].*$/, "");
  const { routes, relations, closed } = vocabulary;
  switch (scheme?.toLowerCase()) {
    case "route":
      if (routes.includes(name) || mayBe(name, vocabulary)) return undefined;
      return { what: "no installed plugin has this route", hint: suggest(name, routes) };
    case "rel":
      if (relations.includes(name) || closed.length > 0) return undefined;
      return { what: "no installed plugin has this link", hint: suggest(name, relations) };
    case "http":
    case "https":
    case "mailto":
    case "tel":
      return undefined;
    case undefined:
      return isServed(target, page, registry)
        ? undefined
        : {
            what: "nothing is served there",
            hint: "link to a page that is served, as [text](route:plugin.routeId) or by its path, or to a whole URL",
          };
    default:
      return {
        what: `${show(`${scheme}:`)} is no link that pages have`,
        hint: "link to https:, mailto:, tel:, a path, or route:plugin.routeId",
      };
  }
}

function isServed(target: string, page: string, { routes }: Registry): boolean {
  const parts = URL.parse(target, `http://localhost${page}`)?.pathname.split("/") ?? [];
  return routes.some(({ method, path }) => {
    const segments = path.split("/");
    return (
      method === "GET" &&
      segments.length === parts.length &&
      segments.every((segment, at) => segment === parts[at] || segment.startsWith("{"))
    );
  });
}
