/** First calls of a client, made of the operations that the service has. */
import type { JsonSchema, Registry } from "waymark";
import { examplesOf } from "../../shared/operations/examples.ts";
import type { ClientModel } from "../client-text.ts";
import { memberName } from "../names.ts";
import type { ClientOperation } from "../operations.ts";
import { literal } from "../print.ts";

/** Calls as code; one for which the service has no operation is undefined. */
export interface Calls {
  /** Classes of errors that the calls name. */
  readonly imports: readonly string[];
  readonly page: string | undefined;
  readonly items: string | undefined;
  readonly error: string | undefined;
  readonly write: string | undefined;
  readonly stream: string | undefined;
  /** The list that is read. */
  readonly list: ClientOperation | undefined;
}

export function callsOf({ operations, problems }: ClientModel, registry: Registry): Calls {
  // Calls that need no permission come first: they work as they are.
  const open = operations
    .filter(({ route }) => route.declaration.alwaysFails === undefined)
    .toSorted((a, b) => scopesOf(a) - scopesOf(b));
  const free = open.filter(({ inputs }) => inputs.every(({ required }) => !required));
  const list = free.find((one) => queryOf(one) !== undefined);
  const ofGroup = open.toSorted((a, b) => distance(a, list) - distance(b, list));
  const get = ofGroup.find(({ data, inputs }) => {
    const [key, ...others] = inputs.filter(({ required }) => required);
    return isRead(data) && key?.type === "string" && others.length === 0;
  });
  const missing = problems.find(({ code }) => code === "resource-not-found");
  const write = ofGroup.find(isCreation);
  const stream = free.find(({ data }) => data.form === "stream");
  return {
    imports: get === undefined || missing === undefined ? [] : [missing.identifier],
    list,
    page: list && pageCall(list),
    items: list && itemsCall(list),
    error: get && missing && errorCall(get, missing.identifier),
    write: write && writeCall(write, registry),
    stream: stream && streamCall(stream),
  };
}

function scopesOf({ data: { scopes = [] } }: ClientOperation): number {
  return scopes.length;
}

function distance({ place }: ClientOperation, list: ClientOperation | undefined): number {
  return place.group === list?.place.group ? 0 : 1;
}

function isRead({ method, form, path }: ClientOperation["data"]): boolean {
  return method === "GET" && form === undefined && path.includes("{");
}

function isCreation({ data, inputs, route: { declaration } }: ClientOperation): boolean {
  const needed = inputs.filter(({ required }) => required);
  const isJson = data.sends?.includes("json") === true;
  return "creates" in declaration && isJson && needed.every(({ name }) => name === "body");
}

/** A condition, an order and a choice of fields that a list takes. */
interface Query {
  readonly filter: unknown;
  readonly sort: readonly string[];
  readonly fields: readonly string[];
}

function queryOf({ route: { engine }, inputs }: ClientOperation): Query | undefined {
  const { schema } = engine?.parameters.find(({ style }) => style === "deepObject") ?? {};
  const conditions = Object.entries(schema?.properties ?? {});
  const texts = conditions.filter(([, condition]) => hasOperator(condition, "contains"));
  const [text] = texts.find(([name]) => name !== "id") ?? texts[0] ?? [];
  const takes = ["filter", "sort", "fields"].every((name) =>
    inputs.some((input) => input.name === name),
  );
  if (text === undefined || !takes) return undefined;
  const [first = text] = conditions.map(([name]) => name);
  return {
    filter: { [text]: { contains: "a" } },
    sort: [`-${text}`],
    fields: [...new Set([first, text])],
  };
}

function hasOperator({ anyOf = [] }: JsonSchema, name: string): boolean {
  return anyOf.some(({ properties = {} }) => Object.hasOwn(properties, name));
}

function nameOf({ place: { group, method } }: ClientOperation): string {
  return `api.${[group, method].map(memberName).join(".")}`;
}

function pageCall(list: ClientOperation): string {
  const as = list.route.declaration.list?.as ?? "";
  return `const page = await ${nameOf(list)}(${literal(queryOf(list))}).page();
console.log(page.${memberName(as)});`;
}

function itemsCall(list: ClientOperation): string {
  const { fields = [] } = queryOf(list) ?? {};
  return `for await (const item of ${nameOf(list)}(${literal({ fields })}))
  console.log(${fields.map((field) => `item.${memberName(field)}`).join(", ")});`;
}

function errorCall(get: ClientOperation, problem: string): string {
  const key = get.inputs.find(({ required }) => required);
  return `try {
  await ${nameOf(get)}(${literal({ [key?.name ?? ""]: "unknown" })});
} catch (error) {
  if (!(error instanceof ${problem})) throw error;
  console.log(error.status, error.detail);
}`;
}

function writeCall(write: ClientOperation, registry: Registry): string {
  const [{ value: body } = {}] = examplesOf(registry).ofBodies(write.route).values();
  return `await ${nameOf(write)}(${literal({ body })});`;
}

function streamCall(stream: ClientOperation): string {
  return `for await (const { event, data } of ${nameOf(stream)}())
  console.log(event, data);`;
}
