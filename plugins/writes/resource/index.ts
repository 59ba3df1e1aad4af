/** The door "waymark/resources": a resource that can be written, from one declaration. */
import type { ErrorEntry, Schema } from "waymark";
import type { Needs } from "waymark/advanced";
import { Files, Ids, Store, type TableDeclaration } from "waymark/services";
import { z } from "zod";
export { combine } from "./combine.ts";
export { perOptions } from "./per-options.ts";
export { file, type FileDeclaration } from "./file-field.ts";
import { handlersOf } from "./handlers.ts";
import { modelOf, type Model } from "./model.ts";
import { refusalsOf, refusedParts } from "./refusals.ts";
import { routesOf } from "./routes.ts";
import { capitalize, words } from "./texts.ts";
import type { ResourceDeclaration, RowOf, Write } from "./declaration.ts";
import type { Resource, ResourceHandlers, ResourceRoutes } from "./parts.ts";

export type {
  Action,
  Committed,
  ResourceAccess,
  ResourceDeclaration,
  RowOf,
  RuleCall,
  Write,
} from "./declaration.ts";
export type { Resource, ResourceHandlers, ResourceRoutes } from "./parts.ts";

/**
 * Declares a resource: the parts of a plugin that list, read, create, replace, patch and remove it. Spread them into
 * `definePlugin`, alone or beside other parts. Each route stays an ordinary one. A declaration that does not fit makes none:
 * the start is refused with what is wrong.
 */
export function resource<
  const One extends string,
  const Many extends string,
  const Path extends `/${string}`,
  S extends Schema,
  const Key extends string,
  const Computed extends string = never,
  const W extends Write = Write,
  const Code extends string = never,
  const N extends Needs = Readonly<Record<never, never>>,
  const A extends string = never,
>(
  declaration: ResourceDeclaration<One, Many, Path, S, Key, Computed, W, Code, N, A>,
): Resource<ResourceRoutes<One, Many, Path, S, Key, W, A>, RowOf<S>, N> {
  type Routes = ResourceRoutes<One, Many, Path, S, Key, W, A>;
  type Made = Resource<Routes, RowOf<S>, N>;
  const refusals = refusalsOf(declaration);
  // Made from the declaration that the types were made from; if refused, nothing of them is ever used.
  if (refusals.length > 0) return refusedParts(declaration, refusals) as unknown as Made;
  const model = modelOf(declaration);
  return {
    needs: { ...(declaration.needs as N), store: Store, ids: Ids, ...filesOf(model) },
    schemas: schemasOf(model),
    tables: { [model.table]: tableOf(model) },
    errors: errorsOf(model),
    routes: routesOf(model) as unknown as Routes,
    handlers: (use) => handlersOf(model, use) as unknown as ResourceHandlers<Routes, RowOf<S>>,
  };
}

function filesOf({ files }: Model): Needs {
  return Object.keys(files).length === 0 ? {} : { files: Files };
}

/** Returns the shapes of answers and of bodies, by their published names. */
function schemasOf({ declaration: { name }, shown, inputs, writes }: Model) {
  const one = capitalize(name.one);
  const { create, replace, merge } = inputs;
  // If the author wrote one shape, it is the shape of both.
  const isOne = create === replace;
  return {
    [one]: shown,
    ...(writes.has("create") && !isOne && { [`${one}NewInput`]: create }),
    ...((writes.has("replace") || (isOne && writes.has("create"))) && { [`${one}Input`]: replace }),
    ...(writes.has("patch") && merge !== undefined && { [`${one}Patch`]: merge }),
  };
}

/** Returns the refusals of the resource: of its state, and the author's. */
function errorsOf({ declaration, codes }: Model): Readonly<Record<string, ErrorEntry>> {
  const one = words(declaration.name.one);
  const ofState = codes.state.map((code): [string, ErrorEntry] => [
    code,
    {
      status: 409,
      message: `The state of the ${one} does not allow this.`,
      cause: `The ${one} is not in a state in which the operation may begin.`,
      remedy: `Read the ${one}, and see \`errors\` for the states that the operation begins in.`,
    },
  ]);
  return { ...Object.fromEntries(ofState), ...declaration.errors };
}

function tableOf({ declaration, stored: of, references }: Model): TableDeclaration {
  const { key, owner, indexes, unique, seed } = declaration;
  return {
    of: owner === undefined ? of : withOwner(of, owner),
    key,
    ...(owner === undefined ? {} : { owner }),
    ...(indexes === undefined ? {} : { indexes }),
    ...(unique === undefined ? {} : { unique }),
    ...(Object.keys(references).length === 0 ? {} : { references }),
    ...(seed === undefined ? {} : { seed }),
  };
}

/** The owner is a column, and no member of what clients see. */
function withOwner(of: Schema, owner: string): Schema {
  return of instanceof z.ZodObject ? of.extend({ [owner]: z.string() }) : of;
}
