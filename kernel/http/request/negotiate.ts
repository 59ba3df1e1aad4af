/** Proactive negotiation (RFC 9110, section 12), decided by the negotiator package and remembered per header value. */
import Negotiator from "negotiator";
import type { Call } from "../../../registry/contract/call/call.ts";
import { MAX_NEGOTIATION_LENGTH } from "../../../registry/contract/policy/headers.ts";
import { LANGUAGE_PARAMETER } from "../../../registry/contract/route/page.ts";
import type { SealedRoute } from "../../../registry/contract/route/sealed-route.ts";

/** Header values kept per route. Honest clients send few different ones. */
const MAX_VALUES = 128;
/** The media type of pages for people. */
export const PAGE = "text/html";
/** Length of the longest value that is kept. Longer ones are decided each time, so that memory stays bounded. */
const MAX_KEPT_LENGTH = 256;

/** Caches a pure function of one header value. An overlong value is ignored: it decides as an absent header does. */
function cacheByHeader<T>(decide: (header: string) => T, absent: T): (header: string) => T {
  const decisions = new Map<string, T>();
  return (header) => {
    if (header.length > MAX_NEGOTIATION_LENGTH) return absent;
    if (header.length > MAX_KEPT_LENGTH) return decide(header);
    const hit = decisions.get(header);
    if (hit !== undefined) return hit;
    if (decisions.size >= MAX_VALUES) decisions.clear();
    const decision = decide(header);
    decisions.set(header, decision);
    return decision;
  };
}

/**
 * Chooses among media types by Accept. Returns the index of the chosen type; 0 without the field or if nothing matches;
 * -1 if the client rules the default out with `q=0` and accepts nothing else. A page in place of another default is for
 * browsers alone. Parameters other than `q`, such as a version, count if an offered type of that name has them.
 */
export function mediaTypeSelector(
  offered: readonly string[],
): (accept: string | undefined) => number {
  // A redirect offers no media type, so that none can be ruled out.
  if (offered.length === 0) return () => 0;
  const distinguishing = new Set(
    offered.flatMap((mediaType) => {
      const [type = "", ...parameters] = splitParameters(mediaType);
      return parameters.map((parameter) => named(type, parameter));
    }),
  );
  const select = cacheByHeader((accept) => {
    const ranges = normalizeAccept(accept, distinguishing);
    if (ranges === "") return 0;
    const best = preferred(ranges, offered);
    if (best === PAGE && offered[0] !== PAGE && !isFromBrowser(ranges, offered)) {
      const others = offered.filter((type) => type !== PAGE);
      return Math.max(0, offered.indexOf(preferred(ranges, others) ?? ""));
    }
    if (best !== undefined) return offered.indexOf(best);
    return rulesOut(ranges, offered[0] ?? "") ? -1 : 0;
  }, 0);
  return (accept) => (accept === undefined || accept === "*/*" ? 0 : select(accept));
}

function preferred(ranges: string, offered: readonly string[]): string | undefined {
  const [best] = new Negotiator({ headers: { accept: ranges } }).mediaTypes([...offered]);
  return best;
}

/**
 * Checks that a list which prefers HTML was written by a browser. Libraries for programs name HTML, too: at the quality of
 * JSON, or before a final range of everything, where browsers have XHTML.
 */
function isFromBrowser(ranges: string, offered: readonly string[]): boolean {
  const list = ranges.split(", ");
  const isOf = (type: string) => (range: string) => range.split(";", 1)[0] === type;
  const isEnded = list.some(isOf("*/*")) && !list.some(isOf("application/xhtml+xml"));
  if (isEnded) return false;
  // Among ranges of equal quality the first one counts.
  const [pages, others] = [list.filter(isOf(PAGE)), list.filter((range) => !isOf(PAGE)(range))];
  return preferred([...others, ...pages].join(", "), offered) === PAGE;
}

/** A quoted value of a parameter, which may hold commas and semicolons. An unclosed value extends to the end. */
const QUOTED = /"(?:[^"\\]|\\.)*(?:"|\\?$)/g;

function splitParameters(range: string): readonly string[] {
  return range.split(";").map((part) => part.trim().toLowerCase());
}

/** Returns a media type with the name of one of its parameters. */
function named(type: string, parameter: string): string {
  return `${type};${parameter.split("=", 1)[0]}`;
}

/** Keeps of each range its type, its quality and the parameters in the set. Drops everything else. */
function normalizeAccept(accept: string, distinguishing: ReadonlySet<string>): string {
  return accept
    .replace(/="([\w.+-]+)"/g, "=$1") // the same value as without quotes (RFC 9110, section 5.6.6)
    .replace(QUOTED, "")
    .split(",")
    .flatMap((range) => {
      const [type = "", ...parameters] = splitParameters(range);
      if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
      const quality = parameters.find((parameter) => /^q=[\d.]+$/.test(parameter));
      const counted = parameters.filter((parameter) => distinguishing.has(named(type, parameter)));
      return [[type, ...counted, ...(quality === undefined ? [] : [quality])].join(";")];
    })
    .join(", ");
}

function rulesOut(ranges: string, mediaType: string): boolean {
  const [name = ""] = splitParameters(mediaType);
  const [type] = name.split("/", 1);
  return ranges.split(", ").some((range) => {
    const [rangeName, ...parameters] = range.split(";");
    const quality = parameters.find((parameter) => parameter.startsWith("q=")) ?? "q=1";
    return (
      Number(quality.slice(2)) === 0 &&
      (rangeName === name || rangeName === `${type}/*` || rangeName === "*/*")
    );
  });
}

/**
 * Chooses among languages by Accept-Language: the best that a range names, also as a variety (`es-MX` finds `es`; RFC
 * 4647, section 3.4). Returns its index; 0, the default, if nothing fits, because any text is better than none (RFC
 * 9110, section 12.5.4). Undefined without a choice.
 */
export function languageSelector(
  offered: readonly string[],
): ((acceptLanguage: string | undefined) => number) | undefined {
  if (offered.length < 2) return undefined;
  const select = cacheByHeader((header) => {
    const negotiator = new Negotiator({ headers: { "accept-language": header } });
    const [best] = negotiator.languages([...offered]);
    return best === undefined ? 0 : offered.indexOf(best);
  }, 0);
  return (header) => (header === undefined || header === "" ? 0 : select(header));
}

/** The language of a text for people. */
interface PageLanguage {
  /** Index into the languages on offer. */
  readonly index: number;
  /** True if the address names the language. */
  readonly isNamed: boolean;
}

/**
 * Chooses the language of a text for people: by the query parameter of its address, for people whose browser asks for
 * another language, else by Accept-Language. Ignores any other value, because strangers write addresses too.
 */
export function pageLanguageSelector(
  offered: readonly string[],
): (call: Pick<Call, "search" | "header">) => PageLanguage {
  const select = languageSelector(offered);
  return (call) => {
    const index = call.search.includes(`${LANGUAGE_PARAMETER}=`)
      ? offered.indexOf(new URLSearchParams(call.search).get(LANGUAGE_PARAMETER) ?? "")
      : -1;
    return index === -1
      ? { index: select?.(call.header("accept-language")) ?? 0, isNamed: false }
      : { index, isNamed: true };
  };
}

export interface CodingChoice {
  /** Index into the codings on offer; -1 for none. */
  readonly index: number;
  /** True if the client rules out the unencoded body. */
  readonly identityRefused: boolean;
  /** True if nothing on offer is acceptable. */
  readonly unacceptable: boolean;
}

const IDENTITY: CodingChoice = { index: -1, identityRefused: false, unacceptable: false };

/** Chooses among content codings by Accept-Encoding; without the field, or with an empty one, none. */
export function codingSelector(
  offered: readonly string[],
): (acceptEncoding: string | undefined) => CodingChoice {
  if (offered.length === 0) return () => IDENTITY;
  const select = cacheByHeader((header): CodingChoice => {
    const value = header.toLowerCase().replaceAll("x-gzip", "gzip"); // the alias of RFC 9110, section 8.4.1.3
    const negotiator = new Negotiator({ headers: { "accept-encoding": value } });
    // The package's types lack the second argument, the server's preference among equals.
    const encodings: (offered: string[], options: { preferred: string[] }) => string[] =
      negotiator.encodings.bind(negotiator);
    const accepted = encodings([...offered, "identity"], { preferred: [...offered] });
    const [best] = accepted;
    return {
      index: best === undefined ? -1 : offered.indexOf(best),
      identityRefused: !accepted.includes("identity"),
      unacceptable: best === undefined,
    };
  }, IDENTITY);
  return (header) => (header === undefined || header === "" ? IDENTITY : select(header));
}

/** Returns the function that chooses the head of a reply, as headsByLanguage lists them. */
export function languageOfCall({ kind, declaration }: SealedRoute): (call: Call) => number {
  const { languages = [] } = declaration;
  const select = languageSelector(languages);
  if (select === undefined) return () => 0;
  if (kind !== "page") return (call) => select(call.header("accept-language"));
  const selectOfPage = pageLanguageSelector(languages);
  return (call) => {
    const { index, isNamed } = selectOfPage(call);
    return isNamed ? languages.length + index : index;
  };
}
