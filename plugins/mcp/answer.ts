/** Answers of operations as models read them: links as calls, and no longer than they may be. */
import { TimeSlices } from "waymark/advanced";
import type { InnerAnswer, Runtime } from "waymark/services";
import { headerOf, textOf } from "../shared/operations/inner.ts";
import { bytesOf, cut, partAt, type Omission } from "./cut.ts";
import { invalidCall } from "./errors.ts";
import { operationsOf, type Operation, type OperationCall } from "./operations.ts";
import { callOf } from "./request.ts";

type Links = Readonly<Record<string, OperationCall | string>>;

/** Result of a call. */
export interface CallResult {
  readonly status: number;
  readonly body?: unknown;
  /** Entity tag, for `ifMatch` of the next write. */
  readonly etag?: string;
  /** Reads the resource that the call created. */
  readonly created?: OperationCall | string;
  /** Related operations by relation; `next` reads the next page of a list. */
  readonly links?: Links;
  /** The same of each item of a list; `{id}` stands for the field `id` of the item. */
  readonly itemLinks?: Links;
  /** Parts that the body lacks, and how to ask for less, or for the rest. */
  readonly leftOut?: LeftOut;
}

interface LeftOut {
  readonly parts: readonly Omission[];
  /** Further parts, which are not named. */
  readonly more?: number;
  readonly hint: string;
}

export interface AnswerContext {
  readonly runtime: Runtime;
  readonly maxBytes: number;
  /** JSON Pointer to the part of the body that is wanted. Default: all of it. */
  readonly at?: string | undefined;
}

/** Bytes of a body that are read: more would hold up other requests. */
const MOST_READ = 1_048_576;
/** Parts that are named as left out. */
const MOST_PARTS = 20;
/** Part of the room that naming them may take. */
const NAMES_SHARE = 0.3;
/** Relations that say no more than the description of the operation. */
const NO_LINKS = new Set(["self", "profile", "describedby"]);

/** Returns the body of an answer: JSON as a value, text as it is. Undefined for none, for bytes, and for one too long. */
export function bodyOf(answer: InnerAnswer): unknown {
  const { body } = answer;
  if (body === undefined || body.length === 0 || body.length > MOST_READ) return undefined;
  const type = headerOf(answer, "content-type") ?? "";
  if (/json(?:;|$)/.test(type)) return JSON.parse(textOf(body));
  return /^text\/|xml|yaml|typescript/.test(type) ? textOf(body) : undefined;
}

/** Returns the result of a call that was not refused. */
export async function resultOf(
  answer: InnerAnswer,
  received: unknown,
  operation: Operation,
  context: AnswerContext,
): Promise<CallResult> {
  const { route, writes } = operation;
  const { at } = context;
  const { body, links } = await withoutLinks(received, context);
  // Of other reads a tag is of no use, as no write is conditional on it.
  const isTagged = writes || (route.kind === "returns" && !route.document);
  const etag = isTagged ? headerOf(answer, "etag") : undefined;
  const location = headerOf(answer, "location");
  const result = {
    status: answer.status,
    ...(etag !== undefined && { etag }),
    ...(location !== undefined && { created: await toCall(location, context) }),
  };
  if (received === undefined) return { ...result, ...unread(answer, operation, context) };
  const part = at === undefined ? body : partAt(body, at);
  if (part === undefined) {
    const names = Object.keys(Object(body) as object).slice(0, MOST_PARTS);
    throw invalidCall(`The answer has nothing at ${at}.`, `At the top it has ${names.join(", ")}.`);
  }
  const { itemLinks } = operation;
  const linked = {
    ...(links && { links }),
    ...(Object.keys(itemLinks).length > 0 && { itemLinks }),
  };
  return fit({ ...result, body: part, ...linked }, operation, context);
}

/** Explains why an answer has no body that a model could read. */
function unread(
  { body }: InnerAnswer,
  { route: { kind, path } }: Operation,
  { runtime: { registry } }: AnswerContext,
): Pick<CallResult, "leftOut"> {
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  if (bytes === 0 && kind !== "stream") return {};
  const hint = `It is a stream, or no text, or too long. Ask for less, or use GET ${registry.baseUrl}${path}.`;
  return { leftOut: { parts: [{ at: "", bytes }], hint } };
}

/** Cuts the body where the result is too long. Items of a list are left out as wholes. */
function fit(
  result: CallResult,
  { route, fields }: Operation,
  { maxBytes, at = "" }: AnswerContext,
): CallResult {
  if (bytesOf(result) <= maxBytes) return result;
  const { body, ...rest } = result;
  const parts: Omission[] = [];
  const namesBytes = Math.min(2000, maxBytes * NAMES_SHARE);
  const kept = cut(body, maxBytes - bytesOf(rest) - namesBytes, parts);
  const items = partAt(kept, `/${route.declaration.list?.as}`);
  const hint = Array.isArray(items)
    ? `Ask for less: name \`fields\` (such as ${fields.slice(0, 3).join(", ")}), or set \`limit\` to ${Math.max(1, items.length)} and follow \`next\`.`
    : "Call it again with `at` to read one of the parts.";
  const named = parts.slice(0, MOST_PARTS).map((part) => ({ ...part, at: `${at}${part.at}` }));
  const more = parts.length - named.length;
  return { ...rest, body: kept, leftOut: { parts: named, ...(more > 0 && { more }), hint } };
}

/** Moves the links out of a body, each as the call that it stands for. */
async function withoutLinks(
  received: unknown,
  context: AnswerContext,
): Promise<Pick<CallResult, "body" | "links">> {
  if (Array.isArray(received)) return { body: received };
  const { _links: links, ...body } = Object(received) as Readonly<Record<string, unknown>>;
  if (typeof links !== "object" || links === null) return { body: received };
  const slices = new TimeSlices();
  const calls: [string, OperationCall | string][] = [];
  for (const [rel, { href }] of Object.entries(links as Record<string, { href?: unknown }>)) {
    // Links of items are named `relation:item`.
    if (typeof href !== "string" || NO_LINKS.has(rel) || rel.includes(":")) continue;
    calls.push([rel, await toCall(href, context)]);
    if (slices.isOver) await slices.pause();
  }
  return { body, ...(calls.length > 0 && { links: Object.fromEntries(calls) }) };
}

/** Returns the call that an address stands for; the address itself if no operation is there. */
async function toCall(href: string, { runtime }: AnswerContext): Promise<OperationCall | string> {
  if (!href.startsWith("/")) return href;
  const route = await runtime.routeOf({ method: "GET", target: href });
  const operation = operationsOf(runtime.registry).get(route?.ref ?? "");
  return (operation && callOf(operation, href)) ?? href;
}
