/** Ways to find the principal of a request, and the policies that ask for it. */
import type { Call } from "../call/call.ts";
import type { IdentifierInfo, Principal } from "./principal.ts";
import type { MaybePromise } from "../types.ts";

/** Request headers with a credential, by lower-case name. */
export type CredentialHeaders = Readonly<Record<string, string>>;

/** A request that is about to be sent, with the path and query as its target. */
export interface CredentialRequest {
  readonly method: string;
  readonly target: string;
}

/** Credential issued to a check: the same headers for all requests, or headers per request, as a signature needs. */
export type IssuedCredential =
  | CredentialHeaders
  | ((request: CredentialRequest) => CredentialHeaders);

/** A credential that a check asks for. Of the states only `good` is accepted. */
export interface WantedCredential {
  /** Name of the principal: another name is another principal. */
  readonly name: string;
  /** The scopes of the principal, no more and no fewer. */
  readonly scopes: readonly string[];
  /** `forged`: in the form of a good one, with a false proof. `foreign`: issued by another service. */
  readonly state: "good" | "forged" | "expired" | "revoked" | "foreign";
}

/** A policy's way to find the principal of a request, from the headers among its `reads` that hold the credential. */
export interface Identifies<Context = never, Options = never> extends IdentifierInfo {
  /** Returns parts of the information that depend on the operator's options. Must be pure. */
  describe?(options: Options): Partial<Pick<IdentifierInfo, "description" | "scheme">>;
  /**
   * Checks that the request has a credential of this kind, which is refused if it is not valid. Default: one of the
   * headers is there. A session in a cookie needs it, because other cookies are not credentials.
   */
  isSent?(call: Call): boolean;
  /**
   * Returns the principal of a credential that was proved before, without the work of a proof and without waiting. Called
   * first, also while a network is refused for its failed attempts. Default: every credential is proved each time.
   */
  recall?(call: Call, context: Context): Principal | undefined;
  /**
   * Checks that the credential's secret was right when it was last proved, even if the credential has expired or was
   * revoked since then: the next proof is not a guess, takes place also while the network is refused, and is not counted
   * if it fails. Default: every proof may be a guess.
   */
  isGenuine?(call: Call, context: Context): boolean;
  /**
   * Proves the credential. Returns undefined for another kind and for any invalid credential, in about the same time
   * whether it is malformed, unknown, expired or revoked: clients cannot tell these apart.
   */
  identify(call: Call, context: Context): MaybePromise<Principal | undefined>;
  /**
   * Returns a principal as it is now, for callers that act on its behalf between its requests: `null` if revoked or
   * expired, `undefined` if the id belongs to another policy. Default: principals are known only from their requests.
   */
  lookUp?(id: string, context: Context): MaybePromise<Principal | null | undefined>;
  /**
   * Makes a credential at a server that runs for a test alone, and returns the request headers that send it, by lower-case
   * name, or a function that makes them for a request; undefined for a state that its credentials do not have. Called by
   * `waymark check` and `testPlugin`, never in service. Default: the check has no credentials, and skips the cases that
   * need one.
   */
  issue?(wanted: WantedCredential, context: Context): MaybePromise<IssuedCredential | undefined>;
}

/** A way to find principals, as the policy that asks all of them sees it. */
export interface Identifier extends IdentifierInfo {
  /** Id of the policy. */
  readonly policy: string;
  /** Request headers that hold the credential, in lower case. */
  readonly headers: readonly string[];
  isSent(call: Call): boolean;
  recall(call: Call): Principal | undefined;
  isGenuine(call: Call): boolean;
  identify(call: Call): MaybePromise<Principal | undefined>;
  lookUp(id: string): MaybePromise<Principal | null | undefined>;
  /** Issues credentials; undefined if the policy issues none. */
  readonly issue:
    | ((wanted: WantedCredential) => MaybePromise<IssuedCredential | undefined>)
    | undefined;
}
