/** Proactive negotiation (RFC 9110, section 12), decided by the negotiator package and remembered per header value. */
import Negotiator from "negotiator";

/** Header values remembered per route: clients send few different ones, hostile clients as many as they like. */
const REMEMBERED = 128;
/** Longer values are decided each time, so that memory stays bounded; those of browsers have below 200 characters. */
const LONGEST_REMEMBERED = 256;

/** Remembers the answers of a pure function of one header value. */
function remembering<T>(decide: (header: string) => T): (header: string) => T {
  const known = new Map<string, T>();
  return (header) => {
    if (header.length > LONGEST_REMEMBERED) return decide(header);
    const hit = known.get(header);
    if (hit !== undefined) return hit;
    if (known.size >= REMEMBERED) known.clear();
    const decision = decide(header);
    known.set(header, decision);
    return decision;
  };
}

/**
 * Chooses among media types by Accept. Gives the index of the chosen type; 0 when the client has no say or nothing
 * matches; -1 when it rules the default out with `q=0` and accepts nothing else. Of parameters other than `q` those count
 * that an offered type of that name has, such as its version.
 */
export function mediaTypeSelector(
  offered: readonly string[],
): (accept: string | undefined) => number {
  // Nothing to choose from, as in redirects: nothing to rule out either.
  if (offered.length === 0) return () => 0;
  const telling = parameterNames(offered);
  const select = remembering((accept) => {
    const ranges = simplify(accept, telling);
    if (ranges === "") return 0;
    const [best] = new Negotiator({ headers: { accept: ranges } }).mediaTypes([...offered]);
    if (best !== undefined) return offered.indexOf(best);
    return refuses(ranges, offered[0] ?? "") ? -1 : 0;
  });
  return (accept) => (accept === undefined || accept === "*/*" ? 0 : select(accept));
}

/** A quoted value of a parameter, which may hold commas and semicolons; one that never ends takes the rest with it. */
const QUOTED = /"(?:[^"\\]|\\.)*(?:"|\\?$)/g;

/** Names of the parameters that offered types have, by type. */
function parameterNames(offered: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const mediaType of offered) {
    const [type = "", ...parameters] = partsOf(mediaType);
    const known = names.get(type) ?? new Set();
    names.set(type, known);
    for (const parameter of parameters) known.add(parameter.split("=", 1)[0] ?? "");
  }
  return names;
}

function partsOf(range: string): readonly string[] {
  return range.split(";").map((part) => part.trim().toLowerCase());
}

/** Keeps each range with its quality and the parameters that tell offered types apart, and drops what is no range. */
function simplify(accept: string, telling: ReadonlyMap<string, ReadonlySet<string>>): string {
  return accept
    .replace(/="([\w.+-]+)"/g, "=$1") // the same value as without quotes (RFC 9110, section 5.6.6)
    .replace(QUOTED, "")
    .split(",")
    .flatMap((range) => {
      const [type = "", ...parameters] = partsOf(range);
      if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
      const quality = parameters.find((parameter) => /^q=[\d.]+$/.test(parameter));
      const kept = parameters.filter((parameter) =>
        telling.get(type)?.has(parameter.split("=", 1)[0] ?? ""),
      );
      return [[type, ...kept, ...(quality === undefined ? [] : [quality])].join(";")];
    })
    .join(", ");
}

function refuses(ranges: string, mediaType: string): boolean {
  const [name = ""] = partsOf(mediaType);
  const [type] = name.split("/", 1);
  return ranges.split(", ").some((range) => {
    const [wanted, ...parameters] = range.split(";");
    const quality = parameters.find((parameter) => parameter.startsWith("q=")) ?? "q=1";
    return (
      Number(quality.slice(2)) === 0 &&
      (wanted === name || wanted === `${type}/*` || wanted === "*/*")
    );
  });
}

/**
 * Chooses among languages by Accept-Language: the best that a range names, or of which it names a variety (`es-MX` finds
 * `es`; RFC 4647, section 3.4). Gives its index; 0, the default, when nothing fits, as nothing is worse than no text at
 * all (RFC 9110, section 12.5.4). Undefined where there is no choice.
 */
export function languageSelector(
  offered: readonly string[],
): ((acceptLanguage: string | undefined) => number) | undefined {
  if (offered.length < 2) return undefined;
  const select = remembering((header) => {
    const [best] = new Negotiator({ headers: { "accept-language": header } }).languages([
      ...offered,
    ]);
    return best === undefined ? 0 : offered.indexOf(best);
  });
  return (header) => (header === undefined || header === "" ? 0 : select(header));
}

/** A chosen content coding: its index among those on offer, or -1 for none. */
export interface CodingChoice {
  readonly index: number;
  /** The client ruled out the body as it is. */
  readonly identityRefused: boolean;
  /** Nothing on offer is acceptable. */
  readonly unacceptable: boolean;
}

const IDENTITY: CodingChoice = { index: -1, identityRefused: false, unacceptable: false };

/** Chooses among content codings by Accept-Encoding; without the field, or with an empty one, none. */
export function codingSelector(
  offered: readonly string[],
): (acceptEncoding: string | undefined) => CodingChoice {
  if (offered.length === 0) return () => IDENTITY;
  const select = remembering((header): CodingChoice => {
    const value = header.toLowerCase().replaceAll("x-gzip", "gzip"); // the alias of RFC 9110, section 8.4.1.3
    const negotiator = new Negotiator({ headers: { "accept-encoding": value } });
    // The package's types do not know the second argument yet: what the server prefers among equals.
    const encodings: (offered: string[], options: { preferred: string[] }) => string[] =
      negotiator.encodings.bind(negotiator);
    const accepted = encodings([...offered, "identity"], { preferred: [...offered] });
    const [best] = accepted;
    return {
      index: best === undefined ? -1 : offered.indexOf(best),
      identityRefused: !accepted.includes("identity"),
      unacceptable: best === undefined,
    };
  });
  return (header) => (header === undefined || header === "" ? IDENTITY : select(header));
}
