/** A first look at tokens: refuses without cryptography all that cannot count. jose looks at the rest again. */
import { z } from "zod";

/** Difference between the clocks of an issuer and of this service that is tolerated. */
export const TOLERANCE_SECONDS = 30;

/** The expectation of one issuer. */
export interface Expected {
  readonly audience: readonly string[];
  readonly algorithms: readonly string[];
  readonly acceptPlainJwt: boolean;
}

/** A token that only its signature can refuse. */
export interface Screened<E extends Expected> {
  readonly issuer: E;
  readonly kid: string | undefined;
}

const FORM = /^([\w-]+)\.([\w-]+)\.[\w-]+$/;

/** `crit` stands for extensions; none are known here (RFC 7515, section 4.1.11). Other members are not followed. */
const Header = z.object({
  alg: z.string(),
  typ: z.string().optional(),
  kid: z.string().optional(),
  crit: z.never().optional(),
});

/** RFC 9068, section 2.2. A token with `cnf` is bound to a key whose proof is not asked for here (RFC 7800). */
const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nbf: z.number().optional(),
  cnf: z.never().optional(),
});

/**
 * Cheap checks first. The key comes last, after this: an unknown one may cost a request to the issuer, which only a token
 * that is right in all else is worth.
 */
export function screen<E extends Expected>(
  token: string,
  issuers: ReadonlyMap<string, E>,
  nowSeconds: number,
): Screened<E> | undefined {
  const [, head = "", body = ""] = FORM.exec(token) ?? [];
  const header = head === "" ? undefined : Header.safeParse(decode(head)).data;
  if (header === undefined || !isTyped(header.typ)) return undefined;
  const { alg, kid } = header;
  if (!issuers.values().some(({ algorithms }) => algorithms.includes(alg))) return undefined;
  const claims = Claims.safeParse(decode(body)).data;
  if (claims === undefined) return undefined;
  const issuer = issuers.get(claims.iss);
  if (issuer === undefined || !issuer.algorithms.includes(alg)) return undefined;
  if (!issuer.acceptPlainJwt && !isAccessToken(header.typ)) return undefined;
  const { exp, nbf = exp, aud } = claims;
  if (![aud].flat().some((name) => issuer.audience.includes(name))) return undefined;
  if (exp <= nowSeconds - TOLERANCE_SECONDS) return undefined;
  if (claims.nbf !== undefined && nbf > nowSeconds + TOLERANCE_SECONDS) return undefined;
  return { issuer, kid };
}

function isAccessToken(typ: string | undefined): boolean {
  return typ !== undefined && /^(?:application\/)?at\+jwt$/i.test(typ);
}

/** Checks that some issuer may write this type: tokens of other kinds never count (RFC 8725, section 3.11). */
function isTyped(typ: string | undefined): boolean {
  return typ === undefined || /^(?:application\/)?(?:at\+)?jwt$/i.test(typ);
}

/** Decodes a segment; undefined for anything but JSON. */
function decode(segment: string): unknown {
  try {
    return JSON.parse(Buffer.from(segment, "base64url").toString());
  } catch {
    return undefined;
  }
}
