/** Stage identify: from the credential of a request to its principal. */
import { Unavailable, type Call, type Principal } from "waymark";
import { clientNetwork, type Identifier } from "waymark/advanced";
import type { Attempts } from "./attempts.ts";

/** The credential of a request, once it was looked at. */
export type Verdict =
  | { readonly kind: "anonymous" | "valid" | "invalid" | "several" }
  /** Skipped, because authentication from this network has failed too often. */
  | { readonly kind: "refused"; readonly retryAfter: number }
  /** Unproved, because a dependency of the proof fails for now. */
  | { readonly kind: "unproved"; readonly retryAfter: number | undefined };

/** The result of one proof. */
type Found = Principal | Unavailable | undefined;

const ANONYMOUS: Verdict = Object.freeze({ kind: "anonymous" });
const VALID: Verdict = Object.freeze({ kind: "valid" });
const INVALID: Verdict = Object.freeze({ kind: "invalid" });
const SEVERAL: Verdict = Object.freeze({ kind: "several" });

/** Returns the function that sets the principal of a call and says what became of its credential. */
export function createIdentify(
  identifiers: readonly Identifier[],
  attempts: () => Attempts,
): (call: Call) => Verdict | Promise<Verdict> {
  function accept(call: Call, principal: Principal): Verdict {
    call.principal = principal;
    return VALID;
  }

  async function prove(call: Call, candidates: readonly Identifier[]): Promise<Verdict> {
    // All of them, so that the time does not tell which one knows the credential.
    const proveAll = async () => Promise.all(candidates.map((one) => tryIdentify(one, call)));
    const isGenuine = () => candidates.some((one) => one.isGenuine(call));
    if (isGenuine()) return verdictOf(call, await proveAll());
    const { result: found, retryAfter } = await attempts().run(
      clientNetwork(call.client),
      proveAll,
      (all) => all.every((principal) => principal === undefined) && !isGenuine(),
    );
    return retryAfter === undefined ? verdictOf(call, found) : { kind: "refused", retryAfter };
  }

  function verdictOf(call: Call, found: readonly Found[]): Verdict {
    const principals = found.filter(
      (one): one is Principal => one !== undefined && !(one instanceof Unavailable),
    );
    const [principal] = principals;
    if (principals.length > 1) return SEVERAL;
    if (principal !== undefined) return accept(call, principal);
    const failure = found.find((one) => one instanceof Unavailable);
    return failure === undefined
      ? INVALID
      : { kind: "unproved", retryAfter: failure.refusal.retryAfter };
  }

  return (call) => {
    // A read by a plugin has the principal of its caller, and no credential.
    if (call.principal !== undefined) return VALID;
    if (!identifiers.some((one) => one.isSent(call))) return ANONYMOUS;
    const candidates = identifiers.filter((one) => one.isSent(call));
    if (isAmbiguous(candidates, call)) return SEVERAL;
    for (const one of candidates) {
      const known = one.recall(call);
      if (known !== undefined) return accept(call, known);
    }
    return prove(call, candidates);
  };
}

/** A credential is in one header, or in the several of one way to identify. Two ways may read the same header. */
function isAmbiguous(candidates: readonly Identifier[], call: Call): boolean {
  const [first, ...others] = candidates;
  const shared = first?.headers.filter((name) =>
    others.every(({ headers }) => headers.includes(name)),
  );
  return (
    shared?.length === 0 ||
    candidates.some(({ headers }) => headers.some((name) => call.isRepeated(name)))
  );
}

/** Fails only for bugs: while one way to identify is away, credentials of the others count. */
async function tryIdentify(identifier: Identifier, call: Call): Promise<Found> {
  try {
    return await identifier.identify(call);
  } catch (error) {
    if (error instanceof Unavailable) return error;
    throw error;
  }
}
