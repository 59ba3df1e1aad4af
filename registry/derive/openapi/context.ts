import type { Registry } from "../../contract/registry.ts";
import type { Components } from "./components.ts";

/** The context for describing one operation, in addition to its route. */
export interface OperationContext {
  readonly registry: Registry;
  readonly components: Components;
  readonly operationId: string;
}

/** `listBrains` as `ListBrains`, the usual form of type names. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
