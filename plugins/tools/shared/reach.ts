/** Routes that the credentials of a check reach. The answers of other routes cannot be compared. */
import type { SealedRoute } from "waymark";
import { requiredScopes } from "waymark/advanced";
import type { Answer, Operation } from "./policy-tests.ts";
import type { Target } from "./context.ts";
import { errorCode } from "./read.ts";

const NO_CREDENTIAL =
  'only callers may read it; check with --header "name: value" and a credential';

/** Thrown for credentials that are unknown everywhere: leaving out all that they were for would prove nothing. */
export class UnknownCredentialError extends Error {
  override readonly name = "UnknownCredentialError";
}

/** Returns why credentials do not reach a route, by route; a server of the check's own issues what each route asks for. */
export async function unreachedRoutes(
  operations: readonly Operation[],
  { exclusive, credentials = {} }: Omit<Target, "client">,
): Promise<ReadonlyMap<SealedRoute, string>> {
  const unreached = new Map<SealedRoute, string>();
  const guarded = operations.filter(({ route }) => requiredScopes(route) !== undefined);
  const isGiven = Object.keys(credentials).length > 0;
  if (exclusive || guarded.length === 0) return unreached;
  if (!isGiven) return new Map(guarded.map(({ route }) => [route, NO_CREDENTIAL]));
  let isKnown = false;
  for (const operation of guarded) {
    const answer = await probe(operation);
    const { status } = answer;
    if (status !== 401) isKnown = true;
    if (status === 401 || status === 403) {
      const code = errorCode(answer) ?? "without a code";
      unreached.set(operation.route, `the credential may not: ${status} (${code})`);
    }
  }
  if (!isKnown)
    throw new UnknownCredentialError(
      `the credential is not accepted: each of ${guarded.length} protected operations answers 401`,
    );
  return unreached;
}

/** Guards are asked before a trailing slash is redirected, so that finding out writes nothing. */
function probe(operation: Operation): Promise<Answer> {
  return operation.route.method === "GET"
    ? operation.base()
    : operation.askAt(`${operation.path}/`);
}
