/** Texts that plugins derive from the registry. */
import type { ExportCompare, Export } from "../../contract/plugin/export.ts";
import { opaque, type Point } from "../../contract/plugin/point.ts";
import { isRecord } from "../../schema/json-schema.ts";

/** The export that is the registry document itself. */
export const REGISTRY = "registry";

/** A text that a plugin derives from the registry, made when asked for. */
export type SealedExport = {
  readonly name: string;
  /** Sentences about what breaks the closure law. */
  violations(): readonly string[];
  readonly compare: ExportCompare | undefined;
} & (
  | { readonly internal: false; text(): string }
  | { readonly internal: true; text(): string | Promise<string> }
);

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
    entries.map(({ name, options, value }): SealedExport => {
      const sealed = {
        name,
        violations: () => value.violations?.(registry, options) ?? [],
        compare: value.compare,
      };
      return value.internal === true
        ? { ...sealed, internal: true, text: () => value.derive(registry, options) }
        : { ...sealed, internal: false, text: () => value.derive(registry, options) };
    }),
};
