/** Credentials for conformance tests, and requests with them. */
import type { CredentialRequest } from "waymark";
import type { CredentialHeaders, WantedCredential } from "waymark/advanced";
import {
  testCase,
  type Answer,
  type Case,
  type CheckContext,
  type Operation,
  type Question,
  type Violation,
} from "waymark/conformance";

let names = 0;

/** Headers of one request with a new credential from each way to identify callers that issues one. */
export async function issueAll(
  { registry }: CheckContext,
  wanted: Omit<WantedCredential, "name">,
  request: CredentialRequest,
): Promise<readonly CredentialHeaders[]> {
  const issued: CredentialHeaders[] = [];
  for (const { issue } of registry.identifiers) {
    const credential = await issue?.({ ...wanted, name: `check-${(names += 1)}` });
    if (credential !== undefined)
      issued.push(typeof credential === "function" ? credential(request) : credential);
  }
  return issued;
}

/** Returns the request that `ask` sends. */
export function requestOf({ route: { method }, target }: Operation): CredentialRequest {
  return { method, target };
}

/** Returns why no credential can be had; undefined if one can. */
function reasonToSkip({ registry, target }: CheckContext): string | undefined {
  if (!target.exclusive) return "only a server of the check's own issues credentials to it";
  return registry.identifiers.some(({ issue }) => issue !== undefined)
    ? undefined
    : "no plugin issues credentials to checks: write identifies.issue in a policy that identifies callers";
}

/** A case that needs credentials. */
export function caseWith(
  context: CheckContext,
  name: string,
  run: () => Promise<readonly Violation[]>,
): Case {
  const skipped = reasonToSkip(context);
  return skipped === undefined ? testCase(name, run) : { name, skipped };
}

/** Asks with no other credential than the one in these headers. */
export function ask(
  operation: Operation,
  headers: CredentialHeaders,
  question: Question = {},
): Promise<Answer> {
  const firstBytes = operation.route.kind === "stream";
  return operation.ask({ ...question, headers, anonymous: true, firstBytes });
}
