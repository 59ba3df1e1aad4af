/** The parts of a registry that documents publish: schemas, errors, events, page forms, statements. */
import { ErrorBody } from "../../schemas/error.ts";
import type { Collected } from "./collect.ts";
import type { OwnedPolicy } from "./compile/compile.ts";
import { memoize } from "../schema/memoize.ts";
import { publishedEntries } from "./points.ts";
import { audienceOf, scopeOf } from "../contract/route/audience.ts";
import { isSchema } from "../schema/schema.ts";
import { catalogOf } from "../contract/call/errors.ts";
import { pageForm } from "../contract/route/page-form.ts";
import type { StatementContext } from "../contract/policy/policy.ts";
import type { Route } from "../contract/route/route.ts";
import type { JsonErrorForm } from "../contract/policy/compiled-policy.ts";
import type { AppInfo, Registry, SealedSchema } from "../contract/plugin/registry.ts";

/** Returns the content that a revision is the hash of. */
export function contentOf(app: AppInfo, collected: Collected): unknown {
  const { contributors, errors, events, schemas } = collected;
  const plugins = contributors.map(({ plugin, options, served }) => [plugin.id, options, served]);
  const points = publishedEntries(collected);
  return { service: app, plugins, errors, events, schemas, points };
}

/** Returns contributed schemas, then list envelopes, in the preset's order; the kernel's own error body comes first. */
export function schemasOf({ schemas, routes }: Collected): ReadonlyMap<string, SealedSchema> {
  const all: SealedSchema[] = [
    { name: "Error", plugin: "kernel", schema: ErrorBody },
    ...schemas.map(({ name, plugin, value }) => ({ name, plugin, schema: value })),
    ...routes.flatMap(({ plugin, value: { list, listener } }) =>
      list && listener === undefined ? [{ name: list.name, plugin, list }] : [],
    ),
  ];
  return new Map(all.map((entry) => [entry.name, entry]));
}

/** Returns the errors of the kernel that these routes may answer with, then contributed ones. */
export function errorsOf({ errors }: Collected, routes: readonly Route[]): Registry["errors"] {
  return [
    ...catalogOf(routes).map(([code, entry]) => ({ code, plugin: "kernel", ...entry })),
    ...errors.map(({ name, plugin, value }) => ({ code: name, plugin, ...value })),
  ];
}

export function audiencesOf({ events }: Collected): Registry["audiences"] {
  return Object.fromEntries(
    events.flatMap(({ name, value }) => {
      const audience = audienceOf(value);
      return audience === undefined ? [] : [[name, audience]];
    }),
  );
}

export function eventsOf({ events }: Collected): Registry["events"] {
  return new Map(
    events.map(({ name, plugin, value }) => [
      name,
      { plugin, scope: scopeOf(value), webhooks: isSchema(value) ? undefined : value.webhooks },
    ]),
  );
}

/** The kernel's own form of errors: `{ error: { code, message, status, requestId } }`. Policies may add others. */
export const errorForm: JsonErrorForm = {
  mediaType: "application/json",
  schema: "Error",
  render: ({ code, message, status, detail, errors }, call) => ({
    error: { code, message, status, requestId: call.requestId, detail, errors },
  }),
};

export function pageFormsOf(policies: readonly OwnedPolicy[]): Registry["pageForms"] {
  const forms = new Map<string, PageWriter>();
  forms.set(pageForm.mediaType, (content, about) => pageForm.render(content, about, undefined));
  for (const { policy, context } of policies) {
    for (const { mediaType, render } of policy.pageForms ?? [])
      // The options were validated with the plugin's own schema.
      forms.set(mediaType, (content, about) => render(content, about, context.options as never));
  }
  return forms;
}

type PageWriter = NonNullable<ReturnType<Registry["pageForms"]["get"]>>;

/** Returns a getter for each policy, so that a statement is made when a document first needs it. */
export function statementsOf(
  policies: readonly OwnedPolicy[],
  context: Omit<StatementContext, "options">,
): Readonly<Record<string, unknown>> {
  const statements = {};
  for (const { policy, context: compileContext } of policies) {
    if (policy.statement === undefined) continue;
    const options = compileContext.options as never; // validated with the plugin's own schema
    const get = memoize(() => policy.statement?.({ ...context, options }));
    Object.defineProperty(statements, policy.id, { enumerable: true, get });
  }
  return statements;
}
