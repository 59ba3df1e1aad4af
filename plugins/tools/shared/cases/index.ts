/** The cases of one operation, made from its route. */
import type { Case, Operation, Violation } from "waymark/tools";
import { testCase } from "../violation.ts";
import { routesAt, type RouteCheckContext } from "../context.ts";
import { alwaysFails, answerCases, redirects, streams } from "./answers.ts";
import { callerCases } from "./callers.ts";
import { conditionCases } from "./conditions.ts";
import { bodyCases, queryCases } from "./input.ts";
import { languageCases } from "./languages.ts";
import { linkCases } from "./links.ts";
import { reachableCases } from "./reachable.ts";
import { writeCases } from "./writes.ts";
import {
  errorForms,
  head,
  notAcceptable,
  notAllowed,
  notFound,
  options,
  trailingSlash,
} from "./protocol.ts";

export function routeCases(operation: Operation, context: RouteCheckContext): readonly Case[] {
  const { route } = operation;
  // The first route of a path also answers for methods that the path does not have.
  const [first] = routesAt(operation.path, context.registry);
  const skipped = first && context.unreached.get(first);
  const ofPath = (name: string, run: () => Promise<readonly Violation[]>): Case =>
    skipped === undefined ? testCase(name, run) : { name, skipped };
  return [
    ...kindCases(operation, context),
    ...(route.method === "GET" ? [testCase("HEAD", () => head(operation, context))] : []),
    ...(route.mediaTypes.length > 0
      ? [testCase("406", () => notAcceptable(operation, context))]
      : []),
    testCase("OPTIONS", () => options(operation)),
    ofPath("405", () => notAllowed(operation, context)),
    ofPath("error forms", () => errorForms(operation, context)),
    ...(route.pattern.params.length > 0
      ? [testCase("404", () => notFound(operation, context))]
      : []),
    ...(operation.path.length > 1
      ? [testCase("trailing slash", () => trailingSlash(operation))]
      : []),
    ...queryCases(operation, context),
    ...bodyCases(operation, context),
    ...conditionCases(operation),
    ...callerCases(operation, context),
    ...languageCases(operation),
    ...linkCases(operation, context),
    ...reachableCases(operation, context),
    // Last, because these remove resources to which links of their answers lead.
    ...writeCases(operation, context),
  ];
}

function kindCases(operation: Operation, context: RouteCheckContext): readonly Case[] {
  switch (operation.route.kind) {
    case "redirect":
      return [testCase("redirect", () => redirects(operation, context))];
    case "alwaysFails":
      return [testCase("refusal", () => alwaysFails(operation, context))];
    case "stream":
      return [testCase("stream", () => streams(operation))];
    default:
      return answerCases(operation, context);
  }
}
