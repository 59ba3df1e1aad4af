/** Proactive negotiation (RFC 9110, section 12), decided by the negotiator package and remembered per header value. */
import Negotiator from "negotiator";

/** Header values remembered per route: clients send few different ones, hostile clients as many as they like. */
const REMEMBERED = 128;
/** Longer values are decided each time: no client that means well sends them, and memory stays bounded. */
const LONGEST_REMEMBERED = 256;

/** Longest value remembered; those of browsers have below 200 characters. */
const MAX_REMEMBERED_LENGTH = 512;

/** Remembers the answers of a pure function of one header value. */
function remembering<T>(decide: (header: string) => T): (header: string) => T {
  const known = new Map<string, T>();
  return (header) => {
    if (header.length > LONGEST_REMEMBERED) return decide(header);
    const hit = known.get(header);
    if (hit !== undefined) return hit;
    if (header.length > MAX_REMEMBERED_LENGTH) return decide(header);
    if (known.size >= REMEMBERED) known.clear();
    const decision = decide(header);
    known.set(header, decision);
    return decision;
  };
}

/**
 * Chooses among media types by Accept. Gives the index of the chosen type; 0 when the client has no say or nothing
 * matches; -1 when it rules the default out with `q=0` and accepts nothing else. Parameters other than `q` are ignored.
 */
export function mediaTypeSelector(
  offered: readonly string[],
): (accept: string | undefined) => number {
  const names = offered.map((mediaType) => mediaType.split(";", 1)[0] ?? mediaType);
  const select = remembering((accept) => {
    const ranges = simplify(accept);
    if (ranges === "") return 0;
    const [best] = new Negotiator({ headers: { accept: ranges } }).mediaTypes(names);
    if (best !== undefined) return names.indexOf(best);
    return refuses(ranges, names[0] ?? "") ? -1 : 0;
  });
  return (accept) => (accept === undefined || accept === "*/*" ? 0 : select(accept));
}

/** A quoted value of a parameter, which may hold commas and semicolons; one that never ends takes the rest with it. */
const QUOTED = /"(?:[^"\\]|\\.)*(?:"|\\?$)/g;

/** Keeps `type/subtype;q=…` of each range and drops what is no range at all. */
function simplify(accept: string): string {
  return accept
    .replace(QUOTED, "")
    .split(",")
    .flatMap((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      if (!/^[^\s/]+\/[^\s/]+$/.test(type)) return [];
      const quality = parameters.find((parameter) => /^q=[\d.]+$/.test(parameter));
      return [quality === undefined ? type : `${type};${quality}`];
    })
    .join(", ");
}

function refuses(ranges: string, mediaType: string): boolean {
  const [type] = mediaType.split("/", 1);
  return ranges.split(", ").some((range) => {
    const [name, quality = "q=1"] = range.split(";");
    return (
      Number(quality.slice(2)) === 0 &&
      (name === mediaType || name === `${type}/*` || name === "*/*")
    );
  });
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
