/** Resources that a check makes and removes, so that it can test writes of any route at their path. */
import type { Registry, SealedRoute } from "waymark";
import { bodiesOf, fillPath } from "waymark/advanced";
import type { Answer, CheckContext, Operation, Question } from "./policy-tests.ts";
import { matches, shapeOf } from "waymark/tools";
import { asObject, errorCode } from "./read.ts";
import { fittingSamples, vary } from "./sample.ts";

export type Ask = (target: string, question?: Question) => Promise<Answer>;

/** A resource that was made, or why none could be. */
export type Made =
  | { readonly path: string; readonly answer: Answer; readonly missing?: never }
  | {
      readonly missing: string;
      /** The last body was refused with a code that the route declares. */
      readonly isRefused: boolean;
      readonly path?: never;
    };

/** Thrown by a case for which no sample is to be found: it is left out, with the message as the reason. */
export class Unsampled extends Error {
  override readonly name = "Unsampled";
}

/** Returns the path of the resource that a request of the route changes, at this path of its own. */
export function changedPath(registry: Registry, route: SealedRoute, path: string): string {
  const acted = actedOn(registry, route);
  return (acted && fillPath(acted.pattern, paramsOf({ route, path }))) ?? path;
}

/** Returns the path at which the route changes this resource. */
export function pathAt(registry: Registry, route: SealedRoute, resource: string): string {
  const acted = actedOn(registry, route);
  return (acted && fillPath(route.pattern, paramsOf({ route: acted, path: resource }))) ?? resource;
}

/** Returns the route that reads what requests of this one change, if its path is another. */
function actedOn(registry: Registry, { declaration, represents }: SealedRoute) {
  return declaration.acts === undefined ? undefined : registry.route(represents ?? "");
}

/** Returns the decoded values of the path's parameters. */
export function paramsOf({
  route,
  path,
}: Pick<Operation, "route" | "path">): Readonly<Record<string, string>> {
  const values = path.slice(1).split("/");
  return Object.fromEntries(
    route.pattern.segments.flatMap((segment, at) =>
      typeof segment === "string" ? [] : [[segment.name, decodeURIComponent(values[at] ?? "")]],
    ),
  );
}

/** Returns the route that makes the resources which requests of this one change. */
export function creatorOf(registry: Registry, route: SealedRoute): SealedRoute | undefined {
  const shape = shapeOf((actedOn(registry, route) ?? route).pattern);
  return registry.routes.find(
    ({ method, creates }) =>
      method === "POST" && creates !== undefined && shapeOf(creates.target) === shape,
  );
}

/** Members of the bodies of a route that its path fixes, by parameter. */
export function keysOf(registry: Registry, route: SealedRoute): Readonly<Record<string, string>> {
  const bindings = creatorOf(registry, route)?.creates?.bindings ?? {};
  return Object.fromEntries(route.pattern.params.map((name) => [name, bindings[name] ?? name]));
}

/** Returns a request with a JSON body. */
export function jsonRequest(mediaType: string, value: unknown): Question {
  return { headers: { "content-type": mediaType }, body: JSON.stringify(value) };
}

/** Number of resources made, so that each can differ from the earlier ones. */
let made = 0;
const ATTEMPTS = 4;
/** Samples of one body that are tried. */
const MAX_SAMPLES = 6;

/** Bodies for a route, the likeliest first: each sample as it is, then with other keys, dates and values. */
function* bodiesFor(registry: Registry, creator: SealedRoute) {
  const [[mediaType, schema] = []] = Object.entries(bodiesOf(creator.declaration));
  if (mediaType === undefined || schema === undefined) return;
  const samples = fittingSamples(schema).slice(0, MAX_SAMPLES);
  for (const sample of samples) yield jsonRequest(mediaType, sample);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    made += 1;
    for (const sample of samples) {
      const names = Object.keys(asObject(sample));
      const keys = Object.values(creator.creates?.bindings ?? {}).filter((name) =>
        names.includes(name),
      );
      // One member at a time as well: a reference has to stay as it is where a unique member has to differ.
      for (const some of [keys, names, ...names.map((name) => [name])]) {
        const varied = vary(schema, sample, some, made);
        if (varied !== undefined) yield jsonRequest(mediaType, varied);
      }
    }
  }
}

/** Makes a resource with the first body that is not refused. `target` is the path of the route that creates it. */
export async function make(
  registry: Registry,
  creator: SealedRoute,
  target: string,
  ask: Ask,
  headers: Readonly<Record<string, string>> = {},
): Promise<Made> {
  let received = "no body that its schema accepts; add examples to it";
  let isRefused = false;
  for (const request of bodiesFor(registry, creator)) {
    const answer = await ask(target, {
      ...request,
      method: creator.method,
      headers: { ...request.headers, ...headers },
    });
    const location = answer.headers["location"]?.replace(/^https?:\/\/[^/]+/, "");
    if (answer.status === 201 && location !== undefined) return { path: location, answer };
    const code = errorCode(answer);
    received = `${answer.status} (${code ?? "without Location"})`;
    isRefused = creator.declaration.errors?.includes(code ?? "") === true;
    if (answer.status < 400 || answer.status >= 500) break;
  }
  return { missing: `no sample body makes a resource at ${creator.path}: ${received}`, isRefused };
}

/** Returns the operation that makes resources at the path of this one. */
export function creationOf(
  { route }: Operation,
  { registry, operations }: Pick<CheckContext, "registry" | "operations">,
): Operation | undefined {
  const creator = creatorOf(registry, route);
  return operations.find((one) => one.route === creator);
}

/** Removes a resource if a route does that. */
export async function remove(path: string, { ask, registry }: CheckContext): Promise<void> {
  const remover = registry.routes.find(
    ({ method, pattern }) => method === "DELETE" && matches(pattern, path),
  );
  if (remover === undefined) return;
  const headers = remover.represents === undefined ? {} : { "if-match": "*" };
  await ask(path, { method: "DELETE", headers });
}
