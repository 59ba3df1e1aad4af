/** The types of the route key `content`: what a resource declares, and what its handler receives. */
import type { FileContent, FilePlace } from "waymark/services";

declare module "waymark" {
  interface RoutePolicies {
    /**
     * A request body that is kept as the content of a column before the handler runs, which finds it as `call.upload`. It is
     * removed unless the handler calls `keep` after the commit.
     */
    readonly content?: ContentDeclaration;
  }
}

/** Bytes of these types, and the column whose rows refer to them. */
interface ContentDeclaration extends FilePlace {
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
}

/** Content that has arrived. */
export interface ArrivedContent {
  readonly content: FileContent;
  /** Keeps the content when the write is over. */
  readonly keep: () => void;
}
