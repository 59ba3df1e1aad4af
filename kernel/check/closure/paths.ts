/** Paths and names that parts of documents mention. */
import { Html } from "../../../registry/contract/html.ts";
import { matches, type Pattern } from "../../../registry/contract/path.ts";

/** Whether a path, query and fragment aside, fits one of the patterns. */
export function pathFitting(patterns: readonly Pattern[]): (href: string) => boolean {
  const paths = new Set(patterns.map(({ path }) => path));
  const templates = patterns.filter(({ params }) => params.length > 0);
  return (href) => {
    const path = href.split(/[?#]/)[0] ?? "";
    return paths.has(path) || templates.some((template) => matches(template, path));
  };
}

/** Every string in a value that a reader would take for a path of the service at `origin`, or that `isKnown` is sure of. */
export function pathsIn(
  value: unknown,
  origin: string,
  isKnown: (path: string) => boolean,
): string[] {
  if (typeof value === "string") {
    const path = value.startsWith(`${origin}/`) ? value.slice(origin.length) : value;
    return /^\/(api|\.well-known)?(\/|$)/.test(path) || isKnown(path) ? [path] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((member) => pathsIn(member, origin, isKnown));
}

/** Every path of the service at `origin` that a page's content links to. */
export function linksIn(content: unknown, origin: string): string[] {
  const { html = content, markdown = "" } = Object(content) as Readonly<Record<string, unknown>>;
  const text = `${html instanceof Html ? html.toString() : ""}${String(markdown)}`;
  const targets = [...text.matchAll(/(?:\b(?:href|src|action)="|\]\()([^")\s]*)/g)];
  return targets.flatMap(([, target = ""]) => {
    const path = target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
    return /^\/(?!\/)/.test(path) ? [path] : [];
  });
}

/** Every target of the links among values of headers: `</api/brains>; rel="up"`. Such a value begins with one. */
export function targetsIn(headers: readonly string[]): string[] {
  return headers
    .filter((text) => text.startsWith("<"))
    .flatMap((text) => [...text.matchAll(/<(\/[^>]*)>/g)].map((match) => match[1] ?? ""));
}

/** What a part of an OpenAPI document names: every `$ref`, and every header, of requests and of answers. */
export interface Mentioned {
  readonly refs: string[];
  readonly headers: string[];
}

/** What a value mentions. What is frozen is shared by the documents of many registries, and looked at once. */
export function mentionedIn(value: unknown): Mentioned {
  const mentioned: Mentioned = { refs: [], headers: [] };
  addMentioned(value, mentioned);
  return mentioned;
}

function addMentioned(value: unknown, mentioned: Mentioned): void {
  if (typeof value !== "object" || value === null) return;
  if (!Object.isFrozen(value)) return addOwn(value, mentioned);
  let known = frozen.get(value);
  if (known === undefined) {
    known = { refs: [], headers: [] };
    addOwn(value, known);
    frozen.set(value, known);
  }
  mentioned.refs.push(...known.refs);
  mentioned.headers.push(...known.headers);
}
const frozen = new WeakMap<object, Mentioned>();

function addOwn(value: object, mentioned: Mentioned): void {
  if ("in" in value && value.in === "header" && "name" in value)
    mentioned.headers.push(String(value.name));
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (key === "$ref") mentioned.refs.push(String(member));
    else if (key === "headers") mentioned.headers.push(...Object.keys(Object(member)));
    addMentioned(member, mentioned);
  }
}
