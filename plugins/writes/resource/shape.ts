/** The shape of a declaration, for authors without types: an option that is misspelt must not open what it was to close. */
import { opaque, isSchema } from "waymark/advanced";
import type { Schema } from "waymark";
import { z } from "zod";
import { Scope } from "../../../schemas/scope.ts";
import { FileShape } from "./file-field.ts";
import { WRITES, type AnyAction, type AnyDeclaration, type AnyRule } from "./model.ts";

const Text = z.string().min(1);
const Field = Text.describe("the name of a field");
const Name = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]*$/, "expected a name in camel case")
  .meta({ examples: ["booking"] });
const ResourceSchema = opaque<Schema>("a schema, such as z.object({ … })", isSchema);
/** Values that the checks of routes and tables explain, with the other values of the same keys. */
const OfRoute = z.unknown().optional();

const isFunction = (value: unknown) => typeof value === "function";
const Rule = opaque<AnyRule>("a function", isFunction).optional();
const State = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .optional()
  .describe("a text, a number, a boolean, null or undefined");

/** Each option of an action. */
const actionOptions: Readonly<Record<keyof AnyAction, z.ZodType>> = {
  summary: Text.describe("one sentence on what the action does"),
  description: Text.optional(),
  from: z
    .record(z.string(), z.array(State).min(1))
    .meta({ examples: [{ status: ["tentative"] }] })
    .optional(),
  set: z
    .union([z.record(z.string(), z.unknown()), opaque<AnyRule>("a function", isFunction)])
    .describe('values of fields, such as { status: "confirmed" }, or a function that makes them')
    .optional(),
  rule: Rule,
};

const TextOfRoutes = z
  .strictObject({
    list: Text.optional(),
    get: Text.optional(),
    create: Text.optional(),
    replace: Text.optional(),
    patch: Text.optional(),
    remove: Text.optional(),
  })
  .optional();

/** Each option, so that none is forgotten here. */
const options: Readonly<Record<keyof AnyDeclaration, z.ZodType>> = {
  name: z
    .strictObject({ one: Name, many: Name })
    .meta({ examples: [{ one: "booking", many: "bookings" }] }),
  path: z
    .string()
    .startsWith("/", "expected a path that starts with /")
    .meta({ examples: ["/api/bookings"] }),
  of: ResourceSchema,
  key: Field.meta({ examples: ["id"] }),
  writes: z.array(z.enum(WRITES)).optional(),
  keys: z.enum(["generated", "client"]).optional(),
  computed: z.array(Field).optional(),
  input: ResourceSchema.optional(),
  owner: Text.describe("the name of a column for ids of principals").optional(),
  access: z
    .strictObject(
      Object.fromEntries(
        ["read", "write", "list", "get", ...WRITES].map((name) => [name, OfRoute]),
      ),
    )
    .meta({ examples: [{ read: "authenticated", write: "authenticated" }] })
    .optional(),
  writeOnly: z.array(Field).optional(),
  readableBy: z
    .record(z.string(), Scope)
    .meta({ examples: [{ salary: "payroll:read" }] })
    .optional(),
  scope: Text.optional(),
  cache: OfRoute,
  idempotency: z.enum(["key", "none"]).optional(),
  preconditions: z.literal("required").describe('leave it out, or write "required"').optional(),
  indexes: z.array(Field).optional(),
  unique: z
    .array(z.union([Field, z.array(Field).min(1)]))
    .meta({ examples: [["room", ["room", "from"]]] })
    .optional(),
  references: z.record(z.string(), OfRoute).optional(),
  seed: opaque<URL>(
    "a URL: new URL(…, import.meta.url)",
    (value) => value instanceof URL,
  ).optional(),
  table: Text.optional(),
  rootLink: z.union([Text, z.literal(false)]).optional(),
  summary: TextOfRoutes,
  description: TextOfRoutes,
  relations: OfRoute,
  maxPageSize: z.int().min(1).optional(),
  timeout: OfRoute,
  errors: z.record(z.string(), z.unknown()).optional(),
  needs: z.record(z.string(), z.unknown()).optional(),
  rule: Rule,
  afterWrite: Rule,
  afterCommit: Rule,
  actions: z
    .record(Name, z.strictObject(actionOptions))
    .meta({
      examples: [{ confirm: { summary: "Confirm a booking.", set: { status: "confirmed" } } }],
    })
    .optional(),
  fields: z
    .record(Name, FileShape)
    .describe("fields made by file, such as { photo: file({ types, maxBytes }) }")
    .optional(),
};

export const DeclarationShape = z.strictObject(options);
