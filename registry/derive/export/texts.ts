/** Texts that plugins derive from the registry. */
import type { ExportCompare, Export } from "../../contract/plugin/export.ts";
import { opaque, type Point } from "../../contract/plugin/point.ts";
import type { MaybePromise } from "../../contract/types.ts";
import { isRecord } from "../../schema/json-schema.ts";

/** The export that is the registry document itself. */
export const REGISTRY = "registry";

/** A text that a plugin derives from the registry, made when asked for. */
export interface SealedExport {
  readonly name: string;
  readonly internal: boolean;
  text(): MaybePromise<string>;
  /** Sentences about what breaks the closure law. */
  violations(): MaybePromise<readonly string[]>;
  readonly compare: ExportCompare | undefined;
}

/** The point of exports. */
export const Exports: Point<Export<never>, readonly SealedExport[]> = {
  id: "exports",
  noun: "export",
  reader: "kernel",
  schema: opaque<Export<never>>(
    "an object with a function derive",
    (value) => isRecord(value) && typeof value["derive"] === "function",
  ),
  conflict: {
    code: "EXPORT_CONFLICT",
    message: "two exports have the same name",
    reserved: [REGISTRY],
  },
  seal: (entries, registry) =>
    entries.map(({ name, options, value }): SealedExport => ({
      name,
      internal: value.internal === true,
      text: () => value.derive(registry, options),
      violations: () => value.violations?.(registry, options) ?? [],
      compare: value.compare,
    })),
};
