/** The description of the API: all that the playground shows, ready to be shown. Pages of one operation have it inside. */
import { z } from "zod";
import { Credential, Meaning } from "../operations/model.ts";

/** Value that a field asks for: a parameter, or a member of a body. */
const Input = z.object({
  name: z.string(),
  /** Name, which says if it is required. */
  label: z.string(),
  required: z.boolean().optional(),
  /** Description and limits, with inline code between backticks. */
  note: z.string(),
  /** Kind: text is sent as it is; numbers and other JSON are parsed if they are members. */
  kind: z.enum(["text", "number", "json"]),
  /** True if null is a value of it: in a merge patch, null removes it. */
  nullable: z.boolean().optional(),
  /** The only values, as text. */
  choices: z.array(z.string()).optional(),
  /** Values to begin with. */
  examples: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  /** Range of a number; absent for other values. */
  range: z.string().optional(),
});
export type Input = z.output<typeof Input>;

const Parameter = Input.extend({
  in: z.enum(["path", "query", "header"]),
  /** Fields of `filter[name][operator]=value` with their operators, each with its meaning. */
  filters: z
    .array(
      z.object({
        name: z.string(),
        choices: z.array(z.string()),
        operators: z.array(z.object({ name: z.string(), text: z.string() })),
      }),
    )
    .optional(),
});
export type Parameter = z.output<typeof Parameter>;
export type Filter = NonNullable<Parameter["filters"]>[number];

const Body = z.object({
  mediaType: z.string(),
  /** Members of the body; empty if it is not an object with members. */
  members: z.array(Input),
  sample: z.string(),
});
export type Body = z.output<typeof Body>;

const Operation = z.object({
  /** `plugin.routeId`: unique, and the anchor of the operation on the page. */
  ref: z.string(),
  method: z.string(),
  /** Methods: its own, and methods that go with it. */
  methods: z.array(z.string()),
  /** Path with its parameters in braces. */
  path: z.string(),
  summary: z.string(),
  /** Sentences about it: its purpose, and the credential that it needs. */
  texts: z.array(z.string()),
  /** True if the answer does not end on its own. */
  stream: z.boolean(),
  parameters: z.array(Parameter),
  /** Forms of the body, the usual one first. */
  bodies: z.array(Body),
  /** Path and query of a sample call. */
  target: z.string(),
  /** Path of a list that everybody may read, with values of the first path parameter. */
  collection: z.string().optional(),
});
export type Operation = z.output<typeof Operation>;

export const ApiDescription = z.object({
  /** Scheme and authority, for commands to copy. */
  baseUrl: z.url(),
  operations: z.array(Operation),
  /** Paths that can be read, if `operations` has but one: addresses in answers lead to them. */
  paths: z.array(z.string()).optional(),
  /** Operation for addresses that no operation has. */
  other: Operation,
  /** GraphQL; absent if it is off. */
  graphql: z
    .object({
      /** Ref of the operation that takes queries. */
      ref: z.string(),
      /** Query to start with. */
      query: z.string(),
      /** Path of the editor's script. */
      editor: z.string(),
    })
    .optional(),
  /** Credentials; absent if callers cannot authenticate. */
  credentials: z.array(Credential).optional(),
  /** Path of the page with every operation. */
  home: z.string(),
  /** Headers by lower-case name, in the order in which they are shown. */
  headers: z.record(z.string(), Meaning),
  /** Statuses by code; the classes are `2xx` and so on. */
  statuses: z.record(z.string(), Meaning),
  /** Messages of the playground, by name. */
  messages: z.record(z.string(), z.string()),
});
export type ApiDescription = z.output<typeof ApiDescription>;
