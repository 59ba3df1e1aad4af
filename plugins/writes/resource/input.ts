/** The shapes of request bodies, derived from the resource's. */
import type { FieldError, Schema } from "waymark";
import { fieldErrors, publishReferences } from "waymark/advanced";
import { z } from "zod";
import { JsonPatch } from "./json-patch.ts";
import { isObject } from "./merge-patch.ts";

/** Members that answers have and requests may repeat. */
const LINKS = ["_links", "_meta"] as const;

interface Shape {
  readonly name: string;
  readonly of: Schema;
  readonly key: string;
  readonly clientKeys: boolean;
  /** Fields that requests do not decide: computed ones. */
  readonly ignored: readonly string[];
  /** Fields that the path fixes. */
  readonly fixed: readonly string[];
  readonly input: Schema | undefined;
  readonly writeOnly: readonly string[];
  /** Fields that a replacement may leave out, and so leaves as they are. */
  readonly leavable: readonly string[];
  /** Tables and keys that fields lead to. */
  readonly targets: readonly (readonly [field: string, to: string])[];
}

/** The shapes of bodies, by the way of writing. */
export interface Inputs {
  readonly create: Schema<unknown, object>;
  readonly replace: Schema<unknown, object>;
  readonly patches: Readonly<Record<string, Schema>>;
  /** Shape of merge patches; undefined if it is not known. */
  readonly merge?: Schema | undefined;
  /** Names of the members that the resource may have; undefined if its input alone knows them. */
  readonly members?: ReadonlySet<string>;
}

const MERGE_PATCH = "application/merge-patch+json";
export const JSON_PATCH = "application/json-patch+json";

/** Derives the shapes of bodies from the input, if there is one, or the shape of the resource. */
export function inputsOf(shape: Shape): Inputs {
  const { of, key, ignored, fixed, clientKeys, name, input, targets, writeOnly, leavable } = shape;
  const fields = input === undefined && of instanceof z.ZodObject ? of.shape : undefined;
  const stripped = [...LINKS, ...ignored];
  if (fields === undefined) {
    const kept = [key, ...fixed];
    const both = accepting(input ?? of, stripped, kept);
    return { create: both, replace: both, patches: patchesOf(z.looseObject({})) };
  }
  const own = Object.entries(fields)
    .filter(([field]) => field !== key && !ignored.includes(field) && !fixed.includes(field))
    .map(
      ([field, schema]) =>
        [field, writeOnly.includes(field) ? schema.meta({ writeOnly: true }) : schema] as const,
    );
  const readOnly = (names: readonly string[]) =>
    names.map((field) => [field, z.optional(fields[field] ?? z.string()).meta({ readOnly: true })]);
  const closed = (id: string, extra: readonly (readonly unknown[])[], others = own) =>
    z.strictObject(Object.fromEntries([...extra, ...others])).meta({ id: `${name}${id}` });
  const replace = closed(
    "Input",
    readOnly([key, ...fixed]),
    own.map(([field, schema]) => [field, leavable.includes(field) ? absentable(schema) : schema]),
  );
  const create = clientKeys
    ? closed("NewInput", [[key, fields[key]], ...readOnly(fixed)])
    : closed("NewInput", readOnly(fixed));
  const patch = partial(z.strictObject(Object.fromEntries(own))).meta({ id: `${name}Patch` });
  for (const one of [create, replace, patch]) publishReferences(one, Object.fromEntries(targets));
  const patches = patchesOf(patch);
  return {
    create: accepting(create, stripped, []),
    replace: accepting(replace, stripped, []),
    patches,
    merge: patches[MERGE_PATCH],
    members: new Set([...Object.keys(fields), ...LINKS]),
  };
}

/**
 * The same schema, that takes no notice of some members. `kept` ones are not shown to the
 * schema, and handed on.
 */
function accepting(
  schema: Schema,
  stripped: readonly string[],
  kept: readonly string[],
): Schema<unknown, object> {
  const standard = schema["~standard"];
  return {
    "~standard": {
      ...standard,
      types: undefined,
      validate(value) {
        if (!isObject(value)) return { issues: [{ message: "expected an object" }] };
        const members = Object.entries(value);
        const shown = members.filter(([name]) => !stripped.includes(name) && !kept.includes(name));
        const result = standard.validate(Object.fromEntries(shown));
        if (result instanceof Promise) throw new TypeError("a request schema must be synchronous");
        if (result.issues !== undefined) return result;
        const handedOn = members.filter(([name]) => kept.includes(name));
        return { value: { ...Object(result.value), ...Object.fromEntries(handedOn) } };
      },
    },
  };
}

/** Bodies of PATCH by media type. A merge patch is judged by the resource that it makes. */
function patchesOf(described: Schema): Readonly<Record<string, Schema>> {
  const merge: Schema = {
    "~standard": {
      ...described["~standard"],
      validate: (value) =>
        isObject(value)
          ? { value }
          : { issues: [{ message: "expected an object: a merge patch of a resource" }] },
    },
  };
  return { [MERGE_PATCH]: merge, [JSON_PATCH]: JsonPatch };
}

/** Returns the shape of merge patches (RFC 7396): every member may be absent, and null to remove an optional one. */
function partial(object: z.ZodObject): z.ZodObject {
  const members = Object.entries(object.shape).map(([name, field]) => {
    const inner = withoutDefault(field);
    const shape = inner instanceof z.ZodObject ? partial(inner) : inner;
    const removable = field.safeParse(undefined).success;
    return [name, z.optional(withTextsOf(removable ? z.nullable(shape) : shape, field))] as const;
  });
  return z.strictObject(Object.fromEntries(members));
}

/** Makes the field optional, without a default. */
export function absentable(field: z.ZodType): z.ZodType {
  return withTextsOf(z.optional(withoutDefault(field)), field);
}

/** Returns the schema with the texts and marks of another one, without its name. */
function withTextsOf(schema: z.ZodType, as: z.core.$ZodType): z.ZodType {
  const { id: _, ...meta } = z.globalRegistry.get(as) ?? {};
  return Object.keys(meta).length === 0 ? schema : schema.meta(meta);
}

function withoutDefault(field: z.core.$ZodType): z.ZodType {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault
    ? withoutDefault(field.unwrap())
    : (field as z.ZodType); // every schema of the package zod is one
}

/** Returns the problems of a value that the schema does not accept, with pointers into it; undefined if it does. */
export function problemsOf(
  schema: Schema,
  value: unknown,
): { readonly value: object } | { readonly errors: readonly FieldError[] } {
  const result = schema["~standard"].validate(value);
  if (result instanceof Promise) throw new TypeError("a schema of a resource must be synchronous");
  if (result.issues === undefined) return { value: Object(result.value) };
  return { errors: fieldErrors(result.issues, value, "body") };
}
