/** Request bodies that a handler reads while they arrive, as the policy that owns their route key describes them. */
import type { Converted } from "../../schema/convert.ts";

/** The request bodies of a route, which stand in place of `body`. */
export interface Upload {
  /** Media types, the usual one first. Others are refused with 415. */
  readonly mediaTypes: readonly string[];
  /** Largest body in bytes: 413 above. It is not kept in memory, so that the limit of other bodies does not count. */
  readonly maxBytes: number;
  /** A body that fits, for checks. Default: none can be made. */
  readonly example?: string;
  /** The shape of a body, for documents. */
  readonly schema: Converted;
  /** Media types of the files in a form by part, for documents (OpenAPI 3.0.4, section 4.7.15). Default: none. */
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}
