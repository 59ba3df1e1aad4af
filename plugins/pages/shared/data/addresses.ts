/** The addresses among the texts of an answer. */
import type { Registry } from "waymark";
import { oncePerRegistry } from "../../../shared/once-per-registry.ts";

/** Function that returns the address that a text in a member of this name leads to, or undefined. */
export type LinkOf = (text: string, member: string | undefined) => string | undefined;

/** Function that returns the page that shows an address of the API. */
export type PageOf = (target: string) => string;

/** Checks that the service answers GET at a path. */
const isRead = oncePerRegistry((registry) => {
  const routes = registry.routes.filter(({ method }) => method === "GET");
  const { fixed = [], open = [] } = Object.groupBy(routes, ({ pattern }) =>
    pattern.params.length === 0 ? "fixed" : "open",
  );
  const paths = new Set(fixed.map(({ path }) => path));
  const patterns = open.map(({ path }) => toPattern(path));
  return (path: string) => paths.has(path) || patterns.some((pattern) => pattern.test(path));
});

function toPattern(path: string): RegExp {
  const parts = path.split(/\{[^{}]+\}/).map((part) => part.replace(/[.+*?^$()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/{}]+")}$`);
}

/**
 * Returns the links of an answer. Paths and absolute URLs that this service answers are links in every member; other URLs
 * are links as `href` only, as everything else is data.
 *
 * @param pageOf the pages that links lead to. Default: the addresses themselves.
 */
export function linksOf(registry: Registry, pageOf: PageOf = (target) => target): LinkOf {
  const { baseUrl } = registry;
  const reads = isRead(registry);
  return (text, member) => {
    const target = text.startsWith(`${baseUrl}/`) ? text.slice(baseUrl.length) : text;
    if (/^\/(?![/\\])[^\s\\]*$/.test(target)) {
      const [path = ""] = target.split(/[?#]/, 1);
      return reads(path) ? pageOf(target) : undefined;
    }
    return member === "href" && /^https?:\/\/[^\s\\]+$/.test(text) ? text : undefined;
  };
}
