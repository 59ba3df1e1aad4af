/** Cases of the server as a whole: requests that no route answers, and its capabilities. */
import type { Registry, SealedRoute } from "waymark";
import { requiredScopes } from "waymark/advanced";
import { Capabilities } from "waymark/services";
import type { Answer, Case, Violation } from "../policy-tests.ts";
import { asObject, readObject } from "../read.ts";
import { contentTypeIs, OK, refuses, same, sameNames, statusIs, testCase } from "../violation.ts";
import { OTHER_CONFIG, servedRevision } from "../revisions.ts";
import { checkHeaders, type HeaderRules } from "../headers.ts";
import type { RouteCheckContext } from "../context.ts";
import { each } from "./route-case.ts";

export function serverCases(context: RouteCheckContext, rules: HeaderRules): readonly Case[] {
  const { unknown, malformed } = context.registry.builtin;
  const headersAre = (answer: Answer, route: SealedRoute) =>
    checkHeaders({ answer, route }, rules).violations;
  const operation = context.operations.find(({ route }) => requiredScopes(route) === undefined);
  return [
    // First, as every other failure may come from another config.
    testCase("revision", () => revision(context)),
    testCase("unknown path", async () => {
      return each(unknown.errorForms, async ({ mediaType }) => {
        const answer = await context.ask("/no/such/path", { headers: { accept: mediaType } });
        return [
          ...refuses(answer, context, "not-found"),
          ...contentTypeIs(answer, mediaType),
          ...headersAre(answer, unknown),
        ];
      });
    }),
    testCase("broken escape", async () => {
      const answer = await context.ask("/%zz");
      return [...refuses(answer, context, "bad-request"), ...headersAre(answer, malformed)];
    }),
    ...(operation === undefined
      ? []
      : [
          testCase("unknown method", async () => {
            const answer = await operation.askAt(operation.path, { method: "PROPFIND" });
            return refuses(answer, context, "not-implemented");
          }),
        ]),
    context.target.exclusive
      ? testCase("OPTIONS *", async () =>
          statusIs(await context.ask("*", { method: "OPTIONS" }), 204),
        )
      : { name: "OPTIONS *", skipped: "a proxy in front of the server may answer it" },
    testCase("capabilities", () => capabilities(context)),
  ];
}

async function revision({ registry, read }: RouteCheckContext): Promise<readonly Violation[]> {
  const served = await servedRevision(registry, read);
  if (served === undefined) return OK;
  return same("revision", served, registry.revision).map((violation) => ({
    ...violation,
    hint: OTHER_CONFIG,
  }));
}

/** Checks for the capabilities of this config. Without them, every other failure may come from another config. */
async function capabilities(context: RouteCheckContext): Promise<readonly Violation[]> {
  const { registry } = context;
  const route = await capabilitiesRoute(registry);
  if (route === undefined) return [];
  const answer = await context.read(route.path);
  const served = asObject(readObject(answer)["capabilities"]);
  const enabled = (flags: Readonly<Record<string, unknown>>) =>
    Object.keys(flags).filter((name) => flags[name] === true);
  return [
    ...statusIs(answer, 200),
    ...sameNames(
      "the capabilities of this config",
      enabled(served),
      enabled(registry.of(Capabilities)),
    ),
  ].map((violation) => ({ ...violation, hint: OTHER_CONFIG }));
}

/** Returns the first route whose document has all capabilities, regardless of the plugin that serves it. */
async function capabilitiesRoute(registry: Registry): Promise<SealedRoute | undefined> {
  for (const route of registry.routes) {
    if (!route.document || route.kind !== "returns") continue;
    const { capabilities: shown } = asObject(await registry.document(route));
    const flags = asObject(shown);
    if (
      shown !== undefined &&
      Object.entries(registry.of(Capabilities)).every(([name, value]) => flags[name] === value)
    )
      return route;
  }
  return undefined;
}
