/** What the service is asked as a whole: what no route answers. */
import type { Answer, Case } from "../../../registry/contract/conformance.ts";
import type { Registry } from "../../../registry/contract/registry.ts";
import type { SealedRoute } from "../../../registry/contract/sealed-route.ts";
import { asObject, objectOf } from "../body.ts";
import { contentTypeIs, refuses } from "../refusals.ts";
import { checkHeaders, type HeaderRules } from "../headers.ts";
import { sameNames, statusIs, testCase } from "../violation.ts";
import type { World } from "../context.ts";

export function serviceCases(world: World, rules: HeaderRules): readonly Case[] {
  const { unknown, malformed } = world.registry.builtin;
  const complete = (answer: Answer, route: SealedRoute) =>
    checkHeaders({ answer, route }, rules).problems;
  const [first] = world.operations;
  return [
    testCase("unknown path", async () => {
      const problems = [];
      for (const { mediaType } of unknown.errorForms) {
        const answer = await world.ask("/no/such/path", { headers: { accept: mediaType } });
        problems.push(
          ...refuses(answer, world, "not-found"),
          ...contentTypeIs(answer, mediaType),
          ...complete(answer, unknown),
        );
      }
      return problems;
    }),
    testCase("broken escape", async () => {
      const answer = await world.ask("/%zz");
      return [...refuses(answer, world, "bad-request"), ...complete(answer, malformed)];
    }),
    ...(first === undefined
      ? []
      : [
          testCase("unknown method", async () => {
            const answer = await first.askAt(first.path, { method: "PROPFIND" });
            return refuses(answer, world, "not-implemented");
          }),
        ]),
    ...(world.target.own
      ? [
          testCase("OPTIONS *", async () =>
            statusIs(await world.ask("*", { method: "OPTIONS" }), 204),
          ),
        ]
      : [{ name: "OPTIONS *", notAsked: "what stands in front of the service may answer it" }]),
    testCase("capabilities", () => capabilities(world)),
  ];
}

/** The deployment has the flags that this config gives: else every other failure may be a matter of config. */
async function capabilities(world: World) {
  const { registry } = world;
  const route = registry.routes.find((one) => tellsCapabilities(registry, one));
  if (route === undefined) return [];
  const answer = await world.read(route.path);
  const served = asObject(objectOf(answer)["capabilities"]);
  const named = (flags: Readonly<Record<string, unknown>>) =>
    Object.keys(flags).filter((name) => flags[name] === true);
  const hint = "ask with the config of the deployment: waymark check --url … --config <file>";
  return [
    ...statusIs(answer, 200),
    ...sameNames("the capabilities of this config", named(served), named(registry.capabilities)),
  ].map((problem) => ({ ...problem, hint }));
}

/** Whether a route's document is the one with the flags, whichever plugin serves it. */
function tellsCapabilities(registry: Registry, route: SealedRoute): boolean {
  const told = asObject(registry.document(route))["capabilities"];
  const flags = asObject(told);
  return (
    told !== undefined &&
    Object.entries(registry.capabilities).every(([name, value]) => flags[name] === value)
  );
}
