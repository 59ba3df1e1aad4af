/** Two resources as the parts of one plugin. */
import { show } from "waymark";
import { refusedRoutes, type Refusal } from "waymark/advanced";
import type { AnyParts } from "./parts.ts";

/** Parts of a plugin that come from two resources. */
export interface Combined<A extends AnyParts, B extends AnyParts> {
  readonly needs: A["needs"] & B["needs"];
  readonly schemas: A["schemas"] & B["schemas"];
  readonly tables: A["tables"] & B["tables"];
  readonly errors: A["errors"] & B["errors"];
  readonly routes: A["routes"] & B["routes"];
  handlers(
    use: Parameters<A["handlers"]>[0] & Parameters<B["handlers"]>[0],
  ): ReturnType<A["handlers"]> & ReturnType<B["handlers"]>;
}

/**
 * Joins two resources, or what was joined before, as the parts of one plugin. If both have a route, a table, a schema or an
 * error of one name, none is made: the start is refused.
 */
export function combine<A extends AnyParts, B extends AnyParts>(one: A, other: B): Combined<A, B> {
  const refusals = [...conflictsOf(one, other)];
  const routes = { ...one.routes, ...other.routes };
  return {
    needs: { ...one.needs, ...other.needs },
    schemas: { ...one.schemas, ...other.schemas },
    tables: { ...one.tables, ...other.tables },
    errors: { ...one.errors, ...other.errors },
    // The same names; if refused, nothing of them is ever used.
    routes:
      refusals.length === 0 ? routes : (refusedRoutes(Object.keys(routes), refusals) as never),
    handlers: (use) =>
      ({ ...one.handlers(use as never), ...other.handlers(use as never) }) as never,
  };
}

function* conflictsOf(one: AnyParts, other: AnyParts): Generator<Refusal> {
  for (const part of ["routes", "tables", "schemas", "errors"] as const)
    for (const [name, value] of Object.entries<unknown>({ ...one[part] })) {
      const same: unknown = Reflect.get(Object(other[part]), name);
      if (same === undefined || same === value) continue;
      yield {
        where: "combine",
        message: `${part}: both resources have ${show(name)}`,
        hint: "choose another name in one of them",
      };
    }
}
