/** Resources that depend on the options of their plugin. */
import { Ids, Store } from "waymark/services";
import type { AnyParts } from "./parts.ts";

/** Parts of a plugin, as functions of its options. */
export interface PartsPerOptions<Options, P extends AnyParts> {
  readonly needs: P["needs"];
  schemas(options: Options): P["schemas"];
  tables(options: Options): P["tables"];
  errors(options: Options): P["errors"];
  routes(options: Options): P["routes"];
  handlers(
    use: Parameters<P["handlers"]>[0],
    context: { readonly options: Options },
  ): ReturnType<P["handlers"]>;
}

/**
 * Makes a resource, or combined ones, of the options of the plugin: `perOptions((options: Options) => resource({ … }))`.
 *
 * @param needs services of rules, as the resource has them: what a plugin needs does not depend on its options
 */
export function perOptions<Options extends object, P extends AnyParts>(
  make: (options: Options) => P,
  needs: Partial<P["needs"]> = {},
): PartsPerOptions<Options, P> {
  // Schemas are known by their identity, so that all parts must come from one.
  const made = new WeakMap<Options, P>();
  const partsOf = (options: Options): P => {
    const parts = made.get(options) ?? make(options);
    made.set(options, parts);
    return parts;
  };
  return {
    // The services of every resource, and those named for its rules.
    needs: { store: Store, ids: Ids, ...needs } as unknown as P["needs"],
    schemas: (options) => partsOf(options).schemas,
    tables: (options) => partsOf(options).tables,
    errors: (options) => partsOf(options).errors,
    routes: (options) => partsOf(options).routes,
    // Typed by the parts, as their own handlers are.
    handlers: (use, { options }) =>
      partsOf(options).handlers(use as never) as ReturnType<P["handlers"]>,
  };
}
