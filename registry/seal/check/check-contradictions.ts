/** Findings about keys of a route that would do nothing beside others, or that contradict each other. */
import type { Report } from "./check-references.ts";
import { WRITE_ERROR_CODES } from "../../contract/call/errors.ts";
import { show } from "../../schema/words.ts";
import type { Route } from "../../contract/route/route.ts";
import { ANSWER_KEYS, NO_CONTENT } from "../../contract/route/route-keys.ts";
import type { Localized } from "../../contract/types.ts";

interface Idle {
  readonly keys: readonly (keyof Route)[];
  readonly where: (route: Route) => boolean;
  /** Reason why the keys would do nothing there. */
  readonly because: string;
  /** The rest of the hint, after "remove …,". */
  readonly instead?: string;
}

const isWrite = ({ method }: Route) => ["POST", "PUT", "PATCH", "DELETE"].includes(method);
/** Kinds of answers that are made without a handler that could write. */
const UNHANDLED = ["redirect", "alwaysFails"] as const;
const isUnhandled = (route: Route) => UNHANDLED.some((key) => route[key] !== undefined);

/** Kinds of answers that are for reading. */
const OF_READS = ["list", "document", "stream"] as const;

/** Keys of what is written. */
const WRITTEN = [
  "body",
  "bodies",
  "creates",
  "acts",
  "news",
  "redirects",
  "preconditions",
] as const;

const READS = {
  because: "a GET route writes nothing",
  instead: "or let the route write with POST, PUT, PATCH or DELETE",
};

const IDLE: readonly Idle[] = [
  {
    keys: [...WRITTEN, "idempotency", "empty"],
    where: ({ method }) => method === "GET",
    ...READS,
  },
  ...UNHANDLED.map((key) => ({
    keys: WRITTEN,
    where: (route: Route) => isWrite(route) && route[key] !== undefined,
    because: `a route with ${key} has no handler`,
  })),
  {
    keys: ["cache"],
    where: isWrite,
    because: "answers to writes are not stored",
  },
  {
    keys: ["produces", "languages", "bareBody", "creates"],
    where: ({ empty }) => empty === true,
    because: "the answer is empty",
    instead: "or say what the route returns in place of empty",
  },
  {
    keys: ["produces", "bareBody"],
    where: ({ bytes }) => bytes !== undefined,
    because: "the answer is bytes and not JSON",
    instead: "or name the media types in bytes",
  },
  {
    keys: ["absent"],
    where: ({ errors = [], list, document }) =>
      errors.length === 0 || list !== undefined || document === true,
    because: "no code of its errors says that the resource is missing",
    instead: 'or name one of status 404 in errors, such as "resource-not-found"',
  },
  {
    keys: ["query"],
    where: ({ document }) => document === true,
    because: "a document is the same for every request",
    instead: "or answer from a handler in place of document",
  },
  {
    keys: ["publish"],
    where: ({ redirect }) => redirect !== undefined,
    because: "redirects are not announced",
    instead: "or move it to the route that the redirect leads to",
  },
  {
    keys: ["responseHeaders"],
    where: (route) => isUnhandled(route) || route.stream !== undefined || route.document === true,
    because: "the route has no handler that could fill them in time",
    instead: "or let a policy write the header",
  },
  {
    keys: ["body"],
    where: ({ bodies }) => bodies !== undefined,
    because: "bodies counts in its place",
    instead: 'or write "application/json" in bodies for its schema',
  },
];

/** Reports keys that would do nothing, and a missing or second kind of answer. The route may have any other mistakes. */
export function checkKeysTogether(route: Route, report: Report): void {
  for (const { keys, where, because, instead } of IDLE) {
    const idle = keys.filter((key) => route[key] !== undefined);
    if (idle.length > 0 && where(route)) reportIdle(idle, because, instead, report);
  }
  const read = OF_READS.find((key) => route[key] !== undefined);
  if (isWrite(route) && read !== undefined)
    report(
      "ROUTE_INVALID",
      `a ${route.method} route has ${read}, which is for GET: its body would not be read`,
      `answer with returns, or let a GET route have ${read}`,
    );
  const kinds = ANSWER_KEYS.filter((key) => route[key] !== undefined);
  if (kinds.length !== 1)
    report(
      "ROUTE_BODY_MISSING",
      `a route must have exactly one of ${ANSWER_KEYS.join(", ")}; received ${kinds.join(" and ") || "none"}`,
      "keep the one that describes the body",
    );
  if (route.method === "GET" && route.cache === undefined)
    report(
      "ROUTE_CACHE_MISSING",
      "a GET route must declare what caches may do with it",
      'add cache: "no-store", or { scope: "public", maxAge: "60s" }',
    );
}

function reportIdle(
  keys: readonly string[],
  because: string,
  instead: string | undefined,
  report: Report,
): void {
  const idle = keys.join(" and ");
  report(
    "ROUTE_INVALID",
    `${idle} would do nothing, because ${because}`,
    `remove ${idle}${instead === undefined ? "" : `, ${instead}`}`,
  );
}

/** Reports what contradicts a policy's key that describes the request body, which arrives whole before the handler if `isWhole`. */
export function checkUpload(key: string, route: Route, isWhole: boolean, report: Report): void {
  const unhandled = UNHANDLED.find((kind) => route[kind] !== undefined);
  const others = (["body", "bodies"] as const).filter((one) => route[one] !== undefined);
  if (!isWrite(route)) reportIdle([key], READS.because, READS.instead, report);
  if (unhandled !== undefined)
    reportIdle([key], `a route with ${unhandled} has no handler`, undefined, report);
  if (others.length > 0)
    reportIdle(others, `${key} describes the body`, `or remove ${key}`, report);
  if (route.transaction !== false && !isWhole)
    report(
      "ROUTE_INVALID",
      `a route has ${key} and no transaction: false, so that a slow client would hold a transaction open`,
      `add transaction: false, and call store.transaction in the handler once the ${key} is read`,
    );
  if (route.idempotency === "key")
    report(
      "ROUTE_INVALID",
      `a route has ${key} and idempotency: "key", but the body that a key belongs to is known only when it is read`,
      'write idempotency: "natural" or "none"',
    );
}

/** Reports values that contradict each other. The route has the shape of a route. */
export function checkValuesTogether(route: Route, report: Report): void {
  for (const [message, hint] of contradictions(route)) report("ROUTE_INVALID", message, hint);
}

function* contradictions(route: Route): Generator<readonly [message: string, hint: string]> {
  const { method, bytes, document, empty, errors = [], statuses = [] } = route;
  const ofWrites = errors.filter((code) => WRITE_ERROR_CODES.includes(code));
  if (method === "GET" && ofWrites.length > 0)
    yield [
      `a GET route names ${ofWrites.map(show).join(" and ")} among its errors, with which only writes are refused`,
      "remove them from errors",
    ];
  const filled = statuses.filter((status) => !NO_CONTENT.has(status));
  if (empty === true && filled.length > 0)
    yield [
      `statuses has ${filled.map(show).join(" and ")}, but the answer is empty, and so has status 204 or 205`,
      "remove them; refuse with fail and a code of the route's errors, or say what the route returns",
    ];
  if (route.redirects !== undefined && empty !== true)
    yield [
      "a route has redirects, but its answers have a body, which a redirect does not have",
      "write empty: true in place of the answer, and let the other route return the body",
    ];
  const isStreamed = typeof bytes === "object" && "streamed" in bytes;
  // Without a transaction and a key, nothing is undone after the answer has begun, and no answer is sent again.
  const isPassed = method === "GET" || (route.transaction === false && route.idempotency !== "key");
  if (isStreamed && (document === true || !isPassed))
    yield [
      `bytes are streamed, but the answer ${document === true ? "of a document" : "to a write"} is kept and sent again`,
      document === true || method === "GET"
        ? "remove streamed and return the bytes whole"
        : 'remove streamed and return the bytes whole; or write transaction: false, and no idempotency: "key"',
    ];
  yield* pageTexts(route);
  yield* headerNames(route);
}

function* pageTexts({ page, languages }: Route): ReturnType<typeof contradictions> {
  if (page === undefined) return;
  const { title, description } = page;
  const texts = description === undefined ? { title } : { title, description };
  for (const [key, text] of Object.entries(texts)) {
    const missing = missingFrom(text, languages);
    if (missing !== undefined)
      yield [
        `page.${key} ${missing}; received ${show(text)}`,
        languages === undefined
          ? "write a text"
          : `write a text, or one for each language: { ${languages.map((tag) => `${show(tag)}: "…"`).join(", ")} }`,
      ];
  }
}

/** Returns the reason why a text cannot be read in each of the languages; undefined if it can. */
function missingFrom(
  text: Localized | undefined,
  languages: readonly string[] | undefined,
): string | undefined {
  const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
  if (typeof text !== "object" || text === null) return isText(text) ? undefined : "must be a text";
  if (languages === undefined) return "has texts by language, but the route names no languages";
  const missing = languages.filter((language) => !isText(text[language]));
  return missing.length === 0 ? undefined : `has no text in ${missing.join(", ")}`;
}

/** Headers of the connection (RFC 9110, section 7.6.1), or read by the client's connection alone. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function* headerNames({ responseHeaders = {} }: Route): ReturnType<typeof contradictions> {
  const names = Object.keys(responseHeaders);
  for (const name of names) {
    const lower = name.toLowerCase();
    if (OF_CONNECTION.has(lower))
      yield [
        `responseHeaders names ${name}, which is about the connection and not about the answer`,
        "remove it",
      ];
    if (lower === "set-cookie")
      yield [
        "responseHeaders names Set-Cookie, but answers may be kept for other clients, and a cookie is for one",
        "let a policy write it, which does so for each request",
      ];
    if (names.some((other) => other !== name && other.toLowerCase() === lower))
      yield [`responseHeaders names ${name} twice, in two spellings`, "keep one of them"];
  }
}
