/** A finished write, as policies around it see it. */
import type { WriteResult } from "../../registry/contract/policy-answer.ts";
import type { Produced } from "./produced.ts";

export class FinishedWrite implements WriteResult {
  /** For the kernel. */
  readonly produced: Produced;
  readonly #isTagged: boolean;

  /** @param isTagged whether the route answers with the representation of a resource. */
  constructor(produced: Produced, isTagged: boolean) {
    this.produced = produced;
    this.#isTagged = isTagged;
  }

  get status(): number {
    return this.produced.head.status;
  }
  get location(): string | undefined {
    return this.produced.head.location;
  }
  get etag(): string | undefined {
    const { variants, facts } = this.produced;
    if (variants === undefined) return facts.etag;
    return this.#isTagged && facts.transient !== true ? variants.identity.etag : undefined;
  }
  get language(): string | undefined {
    return this.produced.head.language;
  }
  get facts(): WriteResult["facts"] {
    return this.produced.facts;
  }
  get body(): WriteResult["body"] {
    return this.produced.variants?.identity;
  }
}
