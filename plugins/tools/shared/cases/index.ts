/** The cases of one operation, made from its route. */
import { guardsOf } from "waymark/advanced";
import type { Case, Operation } from "../policy-tests.ts";
import { routesAt, type RouteCheckContext } from "../context.ts";
import {
  absent,
  alwaysFails,
  answers,
  eachMediaType,
  fitsProfile,
  redirects,
  streams,
} from "./answers.ts";
import { callers, strangers } from "./callers.ts";
import { entityTag, languages, notModified, preconditionFailed } from "./conditions.ts";
import { examples } from "./example.ts";
import {
  malformed,
  misfitsOf,
  queries,
  takesBody,
  tooLarge,
  unfitting,
  wrongType,
} from "./input.ts";
import { apiRoot, links, reachable } from "./links.ts";
import {
  errorForms,
  head,
  notAcceptable,
  notAllowed,
  notFound,
  options,
  trailingSlash,
} from "./protocol.ts";
import { isOwned, twoPrincipals } from "./owners.ts";
import { casesOf, type RouteCase } from "./route-case.ts";
import { WRITES } from "./writes.ts";

const isRead = ({ route }: Operation) => route.method === "GET";
const isOfKind = (kind: string) => (operation: Operation) => operation.route.kind === kind;

/** Kinds whose answers hold no data of a handler, or have no end. */
const UNREAD: ReadonlySet<string> = new Set(["redirect", "alwaysFails", "stream"]);

/** Checks that a handler answers, and that a request that fits was found. */
function isAnswered({ route, sample }: Operation): boolean {
  return !UNREAD.has(route.kind) && sample.request !== undefined;
}

/** Checks that answers have an entity tag, and that a policy compares it. */
function isTagged({ route: { method, policies, plans, kind } }: Operation): boolean {
  const hasTag = plans.ok.bodySlots.some(({ name }) => name === "ETag");
  const isCompared = policies.some(({ compiled }) => compiled.precondition);
  return method === "GET" && !UNREAD.has(kind) && hasTag && isCompared;
}

/** The first route of a path also answers for methods that the path does not have. */
function isPathReached({ path }: Operation, { registry, unreached }: RouteCheckContext) {
  const [first] = routesAt(path, registry);
  return (first && unreached.get(first)) ?? true;
}

const CALLERS: readonly RouteCase[] = [
  {
    name: "strangers",
    // A policy that says that it guards nothing may still tell callers apart.
    applies: ({ route, sample }, { target }) =>
      sample.request !== undefined &&
      (guardsOf(route).length > 0 ||
        (target.exclusive && route.policies.some(({ compiled }) => compiled.admit !== undefined))),
    run: strangers,
  },
  {
    name: "callers",
    // The items of a journal are about other callers, which is their purpose.
    applies: ({ route }, { target }) =>
      target.exclusive &&
      route.method === "GET" &&
      !route.document &&
      !UNREAD.has(route.kind) &&
      route.declaration.list?.journal !== true,
    run: callers,
  },
];

const CASES: readonly RouteCase[] = [
  { name: "redirect", applies: isOfKind("redirect"), run: redirects },
  { name: "refusal", applies: isOfKind("alwaysFails"), run: alwaysFails },
  { name: "stream", applies: isOfKind("stream"), run: streams },
  {
    name: "answer",
    applies: ({ route, sample }) => !UNREAD.has(route.kind) && (sample.skipped ?? true),
    run: answers,
  },
  {
    name: "profile",
    applies: (of) => isAnswered(of) && isRead(of) && of.route.schema !== undefined,
    run: fitsProfile,
  },
  { name: "media types", applies: isAnswered, run: eachMediaType },
  { name: "HEAD", applies: isRead, run: head },
  { name: "406", applies: ({ route }) => route.mediaTypes.length > 0, run: notAcceptable },
  { name: "OPTIONS", run: options },
  { name: "405", applies: isPathReached, run: notAllowed },
  { name: "error forms", applies: isPathReached, run: errorForms },
  { name: "404", applies: ({ route }) => route.pattern.params.length > 0, run: notFound },
  { name: "trailing slash", applies: ({ path }) => path.length > 1, run: trailingSlash },
  {
    name: "400 query",
    applies: ({ route }) => route.declaration.query !== undefined,
    run: queries,
  },
  { name: "example", applies: ({ route }) => !route.site, run: examples },
  { name: "413", applies: takesBody, run: tooLarge },
  { name: "415", applies: takesBody, run: wrongType },
  { name: "400 body", applies: takesBody, run: malformed },
  {
    name: "422",
    applies: (of) =>
      takesBody(of) &&
      (misfitsOf(of).length > 0 || "its schema accepts all samples that were tried"),
    run: unfitting,
  },
  { name: "ETag", applies: isTagged, run: entityTag },
  { name: "304", applies: isTagged, run: notModified },
  { name: "412", applies: isTagged, run: preconditionFailed },
  ...CALLERS,
  {
    name: "languages",
    applies: (of) => isRead(of) && of.route.declaration.languages?.[0] !== undefined,
    run: languages,
  },
  { name: "links", run: links },
  {
    name: "reachable",
    // Redirects are other names of routes, and nothing is reached if no answer sends the links of the root.
    applies: (of, context) =>
      isRead(of) &&
      !of.route.site &&
      of.route.kind !== "redirect" &&
      apiRoot(context) !== undefined,
    run: reachable,
  },
  { name: "two principals", applies: isOwned, run: twoPrincipals },
  // Last, because these remove resources to which links of their answers lead.
  ...WRITES,
];

/** Cases that ask nothing of the resource itself, which may be missing. */
const WITHOUT_RESOURCE: ReadonlySet<string> = new Set([
  "HEAD",
  "406",
  "OPTIONS",
  "405",
  "error forms",
  "404",
  "trailing slash",
  "400 query",
  "example",
  "strangers",
  "callers",
]);

/** @param isAbsent whether the resource is missing, as the route says that it may be. */
export function routeCases(
  operation: Operation,
  context: RouteCheckContext,
  isAbsent: boolean,
): readonly Case[] {
  if (!isAbsent) return casesOf(CASES, operation, context);
  const others = CASES.filter(({ name }) => WITHOUT_RESOURCE.has(name));
  return casesOf([{ name: "absent", run: absent }, ...others], operation, context);
}

/** Returns the cases of an operation that the credentials of the check do not reach. */
export function callerCases(operation: Operation, context: RouteCheckContext): readonly Case[] {
  return casesOf(CALLERS, operation, context);
}
