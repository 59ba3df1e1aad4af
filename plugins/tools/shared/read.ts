/** Reads answers: bodies as JSON, and links. */
import type { SealedRoute } from "waymark";
import { getOrMake } from "waymark/advanced";
import { unescapeHtml } from "waymark/tools";
import type { Answer } from "./policy-tests.ts";

/** The part of an answer that is enough to read its body and links. */
export type ReadableAnswer = Pick<Answer, "status" | "headers" | "body">;

/** Checks that the body is JSON of any media type, and not coded. */
export function isJson({ headers }: ReadableAnswer): boolean {
  return (
    /[/+]json(?:;|$)/.test(headers["content-type"] ?? "") &&
    headers["content-encoding"] === undefined
  );
}

/** Parsed bodies, as many cases read one answer. */
const parsed = new WeakMap<Answer["body"], { readonly json: unknown }>();

/** Returns the body as JSON, or undefined if it is not JSON. */
export function readJson({ body }: Pick<Answer, "body">): unknown {
  return getOrMake(parsed, body, () => {
    try {
      return { json: JSON.parse(body.toString()) as unknown };
    } catch {
      return { json: undefined };
    }
  }).json;
}

/** Returns the body as a JSON object; empty if it is not an object. */
export function readObject(answer: Pick<Answer, "body">): Readonly<Record<string, unknown>> {
  return asObject(readJson(answer));
}

/**
 * The members of an error in any of its JSON forms: `code`, `status`, … Empty if the body is not a JSON object. A form
 * that lists errors has them under `extensions` of the first.
 */
export function readError(answer: Answer): Readonly<Record<string, unknown>> {
  const { error, ...members } = readObject(answer);
  if (error !== undefined) return asObject(error);
  const [first] = Array.isArray(members["errors"]) ? members["errors"] : [];
  return members["code"] === undefined ? asObject(asObject(first)["extensions"]) : members;
}

/** Returns the pointers of the problems that an error lists. */
export function readPointers(answer: Answer): readonly unknown[] {
  const { errors } = readError(answer);
  return Array.isArray(errors) ? errors.map((one) => asObject(one)["pointer"]) : [];
}

/** Returns the code of an error's body in any form; undefined without a body, as in answers to HEAD. */
export function errorCode({ status, body }: Answer): string | undefined {
  return status < 400 ? undefined : /"code":"([^"]+)"/.exec(body.toString("latin1"))?.[1];
}

/** Returns the items of a list's answer. */
export function readItems(
  answer: Pick<Answer, "body">,
  { declaration }: SealedRoute,
): readonly unknown[] {
  const items = readObject(answer)[declaration.list?.as ?? ""];
  return Array.isArray(items) ? items : [];
}

/** Returns the value if it is an object and not an array; otherwise an empty object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A link with its relation. */
export interface Link {
  readonly rel: string;
  readonly href: string;
}

/** Returns the links of an answer: in the Link header (RFC 8288), and in `_links` at any depth of the body. */
export function readLinks(answer: ReadableAnswer): {
  readonly header: readonly Link[];
  readonly body: readonly Link[];
} {
  const header = [...(answer.headers["link"] ?? "").matchAll(/<([^>]*)>([^<]*)/g)].flatMap(
    ([, href = "", parameters = ""]) => {
      const [, rels = ""] = /;\s*rel="?([^";,]+)"?/.exec(parameters) ?? [];
      return rels.split(" ").flatMap((rel) => (rel === "" ? [] : [{ rel, href }]));
    },
  );
  return { header, body: isJson(answer) ? bodyLinks(readJson(answer)) : [] };
}

function bodyLinks(value: unknown): readonly Link[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === "_links" && !Array.isArray(value)
      ? Object.entries(asObject(member)).flatMap(([rel, link]) => {
          const { href } = asObject(link);
          return typeof href === "string" ? [{ rel, href }] : [];
        })
      : bodyLinks(member),
  );
}

/** Returns the files that a body shows, at any depth: members with the address and the media type of content. */
export function readFiles(answer: ReadableAnswer): readonly Link[] {
  return isJson(answer) ? filesIn(readJson(answer)) : [];
}

function filesIn(value: unknown): readonly Link[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([rel, member]) => {
    const { href, type } = asObject(member);
    const isFile = typeof href === "string" && typeof type === "string";
    return isFile ? [{ rel, href }] : filesIn(member);
  });
}

/** Reads the links of a page and the ids of its elements. Leaves out `rel="alternate"` and `rel="canonical"`, which name the page itself. */
export function readPage({ headers, body }: ReadableAnswer): {
  readonly links: readonly string[];
  readonly ids: ReadonlySet<string>;
} {
  if (headers["content-type"]?.startsWith("text/html") !== true)
    return { links: [], ids: new Set() };
  const links: string[] = [];
  const ids = new Set<string>();
  for (const [tag] of body.toString().matchAll(/<[a-z][^>]*>/g)) {
    const [, id] = / id="([^"]*)"/.exec(tag) ?? [];
    if (id !== undefined) ids.add(unescapeHtml(id));
    const [, href] = / (?:href|src|action)="([^"]*)"/.exec(tag) ?? [];
    if (href !== undefined && !/ rel="(?:alternate|canonical)"/.test(tag))
      links.push(unescapeHtml(href));
  }
  return { links, ids };
}
