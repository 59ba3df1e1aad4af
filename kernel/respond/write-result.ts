/** A finished write, as policies around it see it. */
import type { WriteResult } from "../../registry/contract/compiled-policy.ts";
import type { Produced } from "./produced.ts";

export class FinishedWrite implements WriteResult {
  /** For the kernel. */
  readonly produced: Produced;

  constructor(produced: Produced) {
    this.produced = produced;
  }

  get status(): number {
    return this.produced.head.status;
  }
  get location(): string | undefined {
    return this.produced.head.location;
  }
  get etag(): string | undefined {
    const { variants, facts } = this.produced;
    return variants === undefined ? facts.etag : variants.identity.etag;
  }
  get body(): WriteResult["body"] {
    return this.produced.variants?.identity;
  }
}
