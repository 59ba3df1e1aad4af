/** The parts of a registry that documents publish: schemas, page forms, statements. */
import { ErrorBody } from "../../schemas/error.ts";
import type { Collected } from "./collect.ts";
import type { OwnedPolicy } from "./compile.ts";
import { memoize } from "./memoize.ts";
import { pageForm } from "../contract/page-form.ts";
import type { StatementContext } from "../contract/policy.ts";
import type { Registry, SealedSchema, AppInfo } from "../contract/registry.ts";

/** The content that a revision is the hash of. */
export function contentOf(
  app: AppInfo,
  { contributors, capabilities, errors, events, schemas, tables, rootLinks }: Collected,
): unknown {
  const plugins = contributors.map(({ plugin, options, routes }) => [plugin.id, options, routes]);
  return { service: app, plugins, capabilities, errors, events, schemas, tables, rootLinks };
}

/** Contributed schemas, then list envelopes, in the preset's order; the kernel's own error body comes first. */
export function schemasOf({ schemas, routes }: Collected): ReadonlyMap<string, SealedSchema> {
  const all: SealedSchema[] = [
    { name: "Error", plugin: "kernel", schema: ErrorBody },
    ...schemas.map(({ name, plugin, value }) => ({ name, plugin, schema: value })),
    ...routes.flatMap(({ plugin, value: { list } }) =>
      list ? [{ name: list.name, plugin, list }] : [],
    ),
  ];
  return new Map(all.map((entry) => [entry.name, entry]));
}

export function pageFormsOf(policies: readonly OwnedPolicy[]): Registry["pageForms"] {
  const forms: Registry["pageForms"] = new Map([
    [pageForm.mediaType, (content, about) => pageForm.render(content, about, undefined)],
    ...policies.flatMap(({ policy, context: { options } }) =>
      (policy.pageForms ?? []).map(({ mediaType, render }): MapEntry<Registry["pageForms"]> => [
        mediaType,
        // The options were validated with the plugin's own schema.
        (content, about) => render(content, about, options as never),
      ]),
    ),
  ]);
  return forms;
}

type MapEntry<M> = M extends ReadonlyMap<infer K, infer V> ? [K, V] : never;

/** One getter a policy, so that a statement is made when a document first needs it. */
export function statementsOf(
  policies: readonly OwnedPolicy[],
  context: Omit<StatementContext, "options">,
): Readonly<Record<string, unknown>> {
  const statements = {};
  for (const {
    policy,
    context: { options },
  } of policies) {
    if (policy.statement === undefined) continue;
    // The options were validated with the plugin's own schema.
    const get = memoize(() => policy.statement?.({ ...context, options: options as never }));
    Object.defineProperty(statements, policy.id, { enumerable: true, get });
  }
  return statements;
}
