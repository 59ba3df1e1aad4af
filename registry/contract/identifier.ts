/** Ways to find the principal of a request, and those who ask them. */
import type { Call } from "./call.ts";
import type { IdentifierInfo, Principal } from "./principal.ts";
import type { MaybePromise } from "./types.ts";

/** A policy's way to find the principal of a request, from those of its `reads` that hold the credential. */
export interface Identifies<Context = never, Options = never> extends IdentifierInfo {
  /** Returns parts of the information that depend on the operator's options. Must be pure. */
  describe?(options: Options): Partial<Pick<IdentifierInfo, "description" | "scheme">>;
  /**
   * Returns the principal of a credential that was proved before, without the work of a proof and without waiting. Called
   * first, also while a network is refused for its failed attempts. Default: every credential is proved each time.
   */
  recall?(call: Call, context: Context): Principal | undefined;
  /**
   * Proves the credential. Undefined for one of another kind and for any that does not count, in about the same time
   * whether it is malformed, unknown, expired or revoked: clients cannot tell these apart.
   */
  identify(call: Call, context: Context): MaybePromise<Principal | undefined>;
}

/** A way to find principals, as the policy that asks all of them sees it. */
export interface Identifier extends IdentifierInfo {
  /** Id of the policy. */
  readonly policy: string;
  /** Request headers that hold the credential, in lower case. */
  readonly headers: readonly string[];
  recall(call: Call): Principal | undefined;
  identify(call: Call): MaybePromise<Principal | undefined>;
}
