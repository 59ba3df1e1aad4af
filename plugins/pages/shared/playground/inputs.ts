/** The fields of an operation, made from the schemas of its parameters and of the members of its bodies. */
import type { JsonSchema } from "waymark";
import { flatten } from "waymark/advanced";
import { exampleOf } from "../../../shared/operations/sample.ts";
import type { Parameter as Declared } from "../../../shared/operations/parameters.ts";
import { limitsOf } from "../operations/limits.ts";
import { fill } from "../fill.ts";
import type { SharedMessages } from "../messages.ts";
import type { Filter, Input, Parameter } from "./description.ts";

/** Texts about operations and their fields. */
export type FieldMessages = SharedMessages["fields"];

/** Returns the parameters. Filters take a line of their own, below the others. */
export function parametersOf(
  parameters: readonly Declared[],
  messages: FieldMessages,
): Parameter[] {
  return parameters
    .map(({ name, in: place, description = "", required = false, style, schema }): Parameter => {
      const isFilter = style === "deepObject";
      const inputSchema = isFilter ? { description } : { ...schema, description };
      const input = inputOf(name, inputSchema, { required, nullable: false }, messages);
      // A parameter is text in any case.
      const kind = input.kind === "number" ? "number" : "text";
      return {
        ...input,
        kind,
        in: place,
        ...(isFilter ? { filters: filtersOf(schema, messages) } : {}),
      };
    })
    .toSorted((a, b) => Number(a.filters !== undefined) - Number(b.filters !== undefined));
}

/**
 * Returns the members that requests may set; none if the body is not an object with members. Members of the sample have no
 * examples: the playground takes their values from there.
 */
export function membersOf(root: JsonSchema, sample: unknown, messages: FieldMessages): Input[] {
  const { schema } = plain(root, root);
  return Object.entries(schema.properties ?? {})
    .map(([name, child]) => ({ name, ...plain(child, root) }))
    .filter((member) => member.schema.readOnly !== true)
    .map(({ name, schema: own, nullable }) => {
      const required = schema.required?.includes(name) === true;
      const { examples, ...input } = inputOf(name, own, { required, nullable }, messages);
      return Object.hasOwn(Object(sample), name) || !examples ? input : { ...input, examples };
    });
}

interface Rules {
  readonly required: boolean;
  readonly nullable: boolean;
}

function inputOf(
  name: string,
  schema: JsonSchema,
  { required, nullable }: Rules,
  messages: FieldMessages,
): Input {
  const { description = "", minimum, maximum } = schema;
  const choices = choicesOf(schema);
  const isChosenText = schema.enum?.every((one) => typeof one === "string") === true;
  const example = exampleOf(schema);
  const limits = limitsOf(schema, messages.byDefault);
  const range = rangeOf(schema, messages);
  return {
    name,
    ...(required ? { label: fill(messages.required, { name }), required } : {}),
    note: [description, limits === "string" ? "" : codeOf(limits)]
      .filter((part) => part !== "")
      .join(" "),
    kind: isNumber(schema) ? "number" : schema.type === "string" || isChosenText ? "text" : "json",
    ...(nullable ? { nullable } : {}),
    ...(choices === undefined ? {} : { choices }),
    ...(example === undefined ? {} : { examples: [textOf(example)] }),
    ...(range === undefined ? {} : { minimum, maximum, range }),
  };
}

function filtersOf({ properties = {} }: JsonSchema, messages: FieldMessages): Filter[] {
  return Object.entries(properties).map(([name, schema]) => {
    // The alternative that is an object has the operators as members.
    const object = schema.anyOf?.find((one) => one.properties !== undefined);
    const operators = object?.properties ?? { eq: schema };
    return {
      name,
      choices: choicesOf(operators["eq"] ?? {}) ?? [],
      operators: Object.keys(operators).map((one) => {
        const texts: Readonly<Record<string, string>> = messages.operators;
        const { [one]: meaning = one } = texts;
        return { name: one, text: meaning === one ? one : `${one}: ${meaning}` };
      }),
    };
  });
}

/** Returns a schema without references and null, as far as one level goes. */
function plain(schema: JsonSchema, root: JsonSchema): Plain {
  const flat = flatten(schema, root.$defs ?? {});
  const { anyOf, oneOf, type, ...beside } = flat;
  const branches = anyOf ?? oneOf ?? [];
  const [only, ...others] = branches.filter((branch) => branch.type !== "null");
  if (only !== undefined && others.length === 0 && branches.length > 1) {
    const found = plain(only, root);
    return { schema: { ...found.schema, ...beside }, nullable: true };
  }
  const types = typeof type === "string" ? [type] : (type ?? []);
  const [first, ...more] = types.filter((one) => one !== "null");
  const isPlain = first !== undefined && more.length === 0;
  return {
    schema: isPlain ? { ...flat, type: first } : flat,
    nullable: types.includes("null"),
  };
}

interface Plain {
  readonly schema: JsonSchema;
  readonly nullable: boolean;
}

function choicesOf(schema: JsonSchema): string[] | undefined {
  if (schema.enum !== undefined) return schema.enum.map(textOf);
  return schema.type === "boolean" ? ["true", "false"] : undefined;
}

function rangeOf({ minimum, maximum }: JsonSchema, messages: FieldMessages): string | undefined {
  if (minimum === undefined)
    return maximum === undefined ? undefined : fill(messages.atMost, { most: maximum });
  return maximum === undefined
    ? fill(messages.atLeast, { least: minimum })
    : fill(messages.range, { least: minimum, most: maximum });
}

function isNumber({ type }: JsonSchema): boolean {
  return type === "integer" || type === "number";
}

/** Returns text between backticks, unless it has a backtick itself. */
function codeOf(text: string): string {
  return text === "" || text.includes("`") ? text : `\`${text}\``;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
