/** The methods of a client as members of its interface. */
import type { Registry } from "waymark";
import {
  publicName,
  publishedSchema,
  requiredScopes,
  type ResolvedRelation,
  toJsonSchema,
} from "waymark/advanced";
import { errorsOf } from "../shared/operations/errors.ts";
import type { Declarations } from "./declarations.ts";
import { memberName } from "./names.ts";
import type { ClientOperation } from "./operations.ts";
import { comment } from "./print.ts";

interface Context {
  readonly registry: Registry;
  readonly declarations: Declarations;
  readonly operations: readonly ClientOperation[];
  /** True if bodies have links. */
  readonly isLinked: boolean;
}

/** Returns the interface `Client`, with a member for each group. */
export function clientInterface(context: Context): string {
  const { registry, operations } = context;
  const codes = operations.map(({ route }) => errorsOf(route, registry).map(refusal));
  const common = (codes[0] ?? []).filter((code) => codes.every((own) => own.includes(code)));
  const groups = Map.groupBy(operations, ({ place }) => place.group);
  const members = [...groups].map(([group, own]) => {
    const id = own[0]?.route.plugin;
    const plugin = registry.installed.find((one) => one.plugin.id === id)?.plugin;
    const methods = own.map((operation) => methodOf(operation, common, context)).join("\n");
    return `${comment([plugin?.summary], "  ")}  readonly ${memberName(group)}: {\n${methods}  };\n`;
  });
  const about = [
    `The operations of ${registry.app.name}.`,
    common.length === 0 ? undefined : `Each may be refused with ${common.join(", ")}.`,
  ];
  return `${comment(about, "")}export interface Client {\n${members.join("\n")}}`;
}

function refusal({ code, status }: { readonly code: string; readonly status: number }): string {
  return `${code} (${status})`;
}

function methodOf(operation: ClientOperation, common: readonly string[], context: Context): string {
  const { place, inputs, route } = operation;
  const { declaration, method, path } = route;
  const refusals = errorsOf(route, context.registry)
    .map(refusal)
    .filter((text) => !common.includes(text));
  const scopes = requiredScopes(route) ?? [];
  const about = [
    declaration.summary,
    declaration.description,
    `\`${method} ${path}\``,
    scopes.length === 0 ? undefined : `Needs ${scopes.join(", ")}.`,
    refusals.length === 0 ? undefined : `Refusals: ${refusals.join(", ")}.`,
    "deprecated" in declaration ? "@deprecated" : undefined,
  ];
  const isChosen = inputs.some(({ type }) => type === "readonly Field[]");
  const item = itemOf(operation, context);
  const generic = isChosen ? `<Field extends keyof ${item} = keyof ${item}>` : "";
  const answer = answerOf(operation, { item, isChosen }, context);
  const start = `${comment(about, "    ")}    ${memberName(place.method)}${generic}(`;
  const options = `options?: ${optionsOf(operation)}`;
  if (inputs.length === 0) return `${start}input?: NoInput, ${options}): ${answer};\n`;
  const members = inputs.map(
    ({ name, type, required, description }) =>
      `${comment([description], "        ")}        readonly ${memberName(name)}${required ? "" : "?"}: ${type};\n`,
  );
  const optional = inputs.some(({ required }) => required) ? "" : "?";
  return `${start}\n      input${optional}: {\n${members.join("")}      },\n      ${options},\n    ): ${answer};\n`;
}

function optionsOf({ data }: ClientOperation): string {
  const options = [
    ...(data.cache === undefined ? [] : ["ReadOptions"]),
    ...(data.keyed === undefined ? [] : ["KeyOptions"]),
    ...(data.conditional === undefined ? [] : ["ConditionOptions"]),
  ];
  return options.length === 0 ? "CallOptions" : options.join(" & ");
}

/** Returns the type of a list's items; undefined for other operations. */
function itemOf({ route, place }: ClientOperation, { declarations }: Context): string | undefined {
  const { list } = route.declaration;
  if (list === undefined) return undefined;
  const page = declarations.types.published.get(list.name);
  return declarations.alias(
    `${place.group}-${place.method}-item`,
    `ItemOf<${page}, ${JSON.stringify(list.as)}>`,
  );
}

interface List {
  readonly item: string | undefined;
  /** True if callers choose the fields of items. */
  readonly isChosen: boolean;
}

function answerOf(operation: ClientOperation, list: List, context: Context): string {
  const { route, data, place } = operation;
  const { registry, declarations } = context;
  const { declaration } = route;
  if (declaration.alwaysFails !== undefined) return "Promise<never>";
  if (declaration.list !== undefined) {
    const page = declarations.types.published.get(declaration.list.name);
    const as = JSON.stringify(declaration.list.as);
    const whole = list.isChosen ? `PageOf<${page}, ${as}, Field>` : String(page);
    const item = list.isChosen ? `Chosen<${list.item}, Field>` : list.item;
    return `List<\n      ${linked(whole, operation, context)},\n      ${item}\n    >`;
  }
  const owner = `${place.group}-${place.method}`;
  if (declaration.stream !== undefined) {
    const events = Object.entries(declaration.stream.events).map(([name, schema]) => {
      const published = publicName(registry, schema);
      const type =
        declarations.types.published.get(published ?? "") ??
        declarations.of(`${name}-event`, toJsonSchema(schema));
      return `StreamEvent<${JSON.stringify(name)}, ${type}>`;
    });
    return `EventStream<${events.join(" | ") || "StreamEvent"}>`;
  }
  if (data.form === "empty")
    return declaration.redirects === undefined ? "Promise<void>" : "Promise<unknown>";
  if (data.form === "bytes") return "Promise<Blob>";
  if (data.form === "text" || declaration.returns === undefined) return "Promise<string>";
  const published = declarations.types.published.get(route.schema ?? "");
  const body = published ?? declarations.of(`${owner}-answer`, toJsonSchema(declaration.returns));
  return `Promise<${published === undefined ? body : linked(body, operation, context)}>`;
}

/** Returns the type of a body with its links, each to the method that it leads to. */
function linked(type: string, operation: ClientOperation, context: Context): string {
  if (!context.isLinked) return type;
  const { route, place } = operation;
  const body = publishedSchema(context.registry, route.schema ?? "");
  const sources = new Set([...route.pattern.params, ...(body?.root.required ?? [])]);
  const mark = ({ bindings }: ResolvedRelation) =>
    Object.values(bindings).every((name) => sources.has(name)) ? "" : "?";
  const links = [
    ...route.relations.map(
      (relation) =>
        `readonly ${memberName(relation.rel)}${mark(relation)}: ${linkTo(targetOf(relation, context))};`,
    ),
    ...(route.engine === undefined ? [] : [`readonly next?: ${linkTo(operation)};`]),
    ...route.itemRelations.map(
      (relation) =>
        `readonly [relation: \`${relation.rel}:\${string}\`]: ${linkTo(targetOf(relation, context))} | undefined;`,
    ),
  ];
  if (links.length === 0) return `Linked<${type}>`;
  return `Linked<${type}, ${context.declarations.members(`${place.group}-${place.method}-links`, links)}>`;
}

function targetOf(
  { target }: ResolvedRelation,
  { operations }: Context,
): ClientOperation | undefined {
  return operations.find(({ route }) => route.method === "GET" && route.path === target.path);
}

function linkTo(operation: ClientOperation | undefined): string {
  if (operation === undefined) return "Link";
  const { group, method } = operation.place;
  return `LinkTo<Client[${JSON.stringify(group)}][${JSON.stringify(method)}]>`;
}
