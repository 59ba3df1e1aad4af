/** Paths and names that parts of documents mention. */
import { Html } from "waymark";
import type { Pattern } from "waymark/advanced";
import { matches } from "waymark/tools";

/** Returns a check that a path, query and fragment aside, fits one of the patterns. */
export function pathFitting(patterns: readonly Pattern[]): (href: string) => boolean {
  const paths = new Set(patterns.map(({ path }) => path));
  const templates = patterns.filter(({ params }) => params.length > 0);
  return (href) => {
    const path = href.split(/[?#]/)[0] ?? "";
    return paths.has(path) || templates.some((template) => matches(template, path));
  };
}

/** Finds strings in a value that readers would take for a path of the service at `origin`, or that `isKnown` is sure of. */
export function pathsIn(
  value: unknown,
  origin: string,
  isKnown: (path: string) => boolean,
): string[] {
  if (typeof value === "string") {
    const path = value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;
    return /^\/(api|\.well-known)?(\/\S*)?$/.test(path) || isKnown(path) ? [path] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((member) => pathsIn(member, origin, isKnown));
}

/** Returns every path of the service at `origin` that a page's content links to. */
export function linksIn(content: unknown, origin: string): string[] {
  const { html = content, markdown = "" } = Object(content) as Readonly<Record<string, unknown>>;
  const text = `${html instanceof Html ? html.toString() : ""}${String(markdown)}`;
  const targets = [...text.matchAll(/(?:\b(?:href|src|action)="|\]\()([^")\s]*)/g)];
  return targets.flatMap(([, target = ""]) => {
    const path = target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
    return /^\/(?!\/)/.test(path) ? [path] : [];
  });
}

/** Returns every target of the links among values of headers: `</api/brains>; rel="up"`. Such a value begins with one. */
export function targetsIn(headers: readonly string[]): string[] {
  return headers
    .filter((text) => text.startsWith("<"))
    .flatMap((text) => [...text.matchAll(/<(\/[^>]*)>/g)].map((match) => match[1] ?? ""));
}

/** Every `$ref` of an OpenAPI document, and every header of its requests and answers. */
interface Mentioned {
  readonly refs: string[];
  readonly headers: string[];
}

/** Documents of many registries share frozen parts, which are read once. */
const frozen = new WeakMap<object, Mentioned>();

export function mentionedIn(value: unknown): Mentioned {
  const mentioned: Mentioned = { refs: [], headers: [] };
  if (typeof value !== "object" || value === null) return mentioned;
  const cached = frozen.get(value);
  if (cached !== undefined) return cached;
  if ("in" in value && value.in === "header" && "name" in value)
    mentioned.headers.push(String(value.name));
  for (const [key, member] of Object.entries(value)) {
    if (key === "$ref") mentioned.refs.push(String(member));
    else if (key === "headers") mentioned.headers.push(...Object.keys(Object(member)));
    const { refs, headers } = mentionedIn(member);
    mentioned.refs.push(...refs);
    mentioned.headers.push(...headers);
  }
  if (Object.isFrozen(value)) frozen.set(value, mentioned);
  return mentioned;
}
