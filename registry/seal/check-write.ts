/** Findings about keys of routes that write: keys that would do nothing, and keys that contradict each other. */
import { fieldNames } from "../schema/fields.ts";
import { isSchema } from "../schema/schema.ts";
import { WRITE_ERROR_CODES } from "../contract/errors.ts";
import { show, type Finding } from "../contract/finding.ts";
import type { RouteBase } from "../contract/route-info.ts";
import type { Route } from "../contract/route.ts";
import type { Report } from "./check-references.ts";
import type { CompiledRoute } from "./compile.ts";
import { PolicyError } from "./policy-error.ts";

export function checkWrite(route: Route, report: Report): void {
  const invalid: Invalid = (message, hint) => report("ROUTE_INVALID", message, hint);
  if (route.method === "GET") checkRead(route, invalid);
  else checkAnswer(route, invalid);
  checkBodies(route, invalid);
  checkEmpty(route, invalid);
  checkRedirects(route, invalid);
  const { preconditions } = route;
  if (preconditions !== undefined && preconditions !== "required")
    invalid(
      `preconditions must be "required"; received ${show(preconditions)}`,
      "remove it, and requests without a condition write in any case",
    );
}

type Invalid = (message: string, hint: string) => void;

/** Keys that say something about what is written. */
const WRITTEN = ["body", "bodies", "upload", "creates", "redirects", "preconditions"] as const;

function checkRead(route: Route, invalid: Invalid): void {
  const keys = present(route, [...WRITTEN, "idempotency", "empty"]);
  if (keys.length > 0)
    invalid(
      `a GET route has ${keys.join(" and ")}, but only routes that write have such keys`,
      "remove them, or let the route write with POST, PUT, PATCH or DELETE",
    );
  const codes = (route.errors ?? []).filter((code) => WRITE_ERROR_CODES.includes(code));
  if (codes.length > 0)
    invalid(
      `a GET route names ${codes.map(show).join(" and ")} among its errors, with which only writes are refused`,
      "remove them from errors",
    );
}

/** Kinds of answers that are made without a handler that could write. */
const UNWRITTEN = ["list", "document", "stream"] as const;
const UNHANDLED = ["redirect", "alwaysFails"] as const;

function checkAnswer(route: Route, invalid: Invalid): void {
  if (present(route, ["cache"]).length > 0)
    invalid(
      `a ${route.method} route has cache, but answers to writes are not stored`,
      "remove cache",
    );
  const [kind] = present(route, UNWRITTEN);
  if (kind !== undefined)
    invalid(
      `a ${route.method} route has ${kind}, which is for GET: its body would not be read`,
      `answer with returns, or let a GET route have ${kind}`,
    );
  const [unhandled] = present(route, UNHANDLED);
  const keys = present(route, WRITTEN);
  if (unhandled !== undefined && keys.length > 0)
    invalid(
      `${keys.join(" and ")} would do nothing, because the route has ${unhandled} and no handler`,
      `remove ${keys.join(" and ")}`,
    );
}

/** Types whose bodies are one JSON value, as requests name them once their parameters are cut off. */
const JSON_TYPE = /^[a-z0-9!#$&^_.-]+\/(?:[a-z0-9!#$&^_.-]+\+)?json$/;

function checkBodies({ body, bodies }: Route, invalid: Invalid): void {
  if (bodies === undefined) return;
  if (body !== undefined)
    invalid(
      "a route has body and bodies, so that it is not clear which one counts",
      'keep bodies, and write "application/json" there for the schema of body',
    );
  const types = Object.keys(Object(bodies) as object);
  if (types.length === 0)
    invalid(
      `bodies names no media type; received ${show(bodies)}`,
      'write bodies: { "application/merge-patch+json": … }, or remove bodies',
    );
  for (const type of types.filter((one) => !JSON_TYPE.test(one)))
    invalid(
      `bodies names ${show(type)}, which is not a media type of JSON in lower case, without parameters`,
      'write a type such as "application/json" or "application/merge-patch+json"',
    );
}

/** Keys that describe a body. */
const DESCRIBING = ["produces", "languages", "bareBody", "creates"] as const;

function checkEmpty(route: Route, invalid: Invalid): void {
  const empty: unknown = route.empty; // anything, in JavaScript
  if (empty === undefined) return;
  if (empty !== true)
    invalid(
      `empty must be true; received ${show(empty)}`,
      "remove it, and say what the route returns",
    );
  const keys = present(route, DESCRIBING);
  if (keys.length > 0)
    invalid(
      `${keys.join(" and ")} would do nothing, because the answer is empty`,
      `remove ${keys.join(" and ")}, or say what the route returns`,
    );
  const others = (route.statuses ?? []).filter((status) => status !== 204 && status !== 205);
  if (others.length > 0)
    invalid(
      `statuses has ${others.map(show).join(" and ")}, but the answer is empty, and so has status 204 or 205`,
      "remove them; refuse with fail and a code of the route's errors, or say what the route returns",
    );
}

function checkRedirects({ redirects, empty }: Route, invalid: Invalid): void {
  if (redirects === undefined) return;
  if (redirects.status !== 303)
    invalid(
      `redirects must have status 303; received ${show(redirects.status)}`,
      "write redirects: { to: …, status: 303 }: clients repeat a write after 307 and 308, and some do after 301 and 302",
    );
  if (empty !== true)
    invalid(
      "a route has redirects, but its answers have a body, which a redirect has not",
      "write empty: true in place of the answer, and let the other route return the body",
    );
}

function present<K extends keyof Route>(route: Route, keys: readonly K[]): readonly K[] {
  return keys.filter((key) => route[key] !== undefined);
}

/** Findings about routes that require a condition which can never hold. */
export function checkPreconditions(routes: readonly RouteBase[]): readonly Finding[] {
  return routes
    .filter(({ declaration: { preconditions, headers }, represents }) => {
      const isOwn = isSchema(headers) && fieldNames(headers).includes("if-match");
      return preconditions === "required" && represents === undefined && !isOwn;
    })
    .map(({ plugin, id, path }) => ({
      code: "ROUTE_INVALID",
      plugin,
      where: `route ${id}`,
      message: `preconditions are required, and no route reads a resource with an ETag at ${path}`,
      hint: 'add a GET route with this path that returns one resource, with a cache other than "no-store", or switch it on\nor remove preconditions',
    }));
}

/** Throws a {@link PolicyError} if a policy has a function for a stage that the route does not have. */
export function checkStages({ method }: RouteBase, { policies }: CompiledRoute): void {
  for (const { policy, compiled } of policies) {
    if (method === "GET" && compiled.around !== undefined)
      throw new PolicyError(policy, "has around for a route that only reads", {
        hint: 'compile it for routes that write: ({ method }) => (method === "GET" ? undefined : { around })',
      });
    if (method !== "GET" && compiled.precondition !== undefined)
      throw new PolicyError(
        policy,
        "has precondition for a route that writes, and would refuse what is written already",
        {
          hint: "compile it for GET routes; the kernel evaluates conditions of writes, and admit or around may refuse them",
        },
      );
  }
}
