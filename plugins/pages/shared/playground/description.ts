/** The description of the API: all that the playground shows, ready to be shown. Pages of one operation have it inside. */
import { z } from "zod";

/** Meaning of a header or status, with its specification. */
const Meaning = z.object({
  text: z.string(),
  spec: z.object({ name: z.string(), href: z.url() }).optional(),
  /** Group of a header; absent for others. */
  group: z
    .enum(["first", "caching", "limits", "tracing", "transport", "security", "other"])
    .optional(),
});
export type Meaning = z.output<typeof Meaning>;

/** Header that holds a credential. */
const CredentialHeader = z.object({
  header: z.string(),
  /** Text before the credential itself: `Bearer ` with its space. */
  prefix: z.string(),
});
export type CredentialHeader = z.output<typeof CredentialHeader>;

/** Way to authenticate. */
const Credential = CredentialHeader.extend({ label: z.string(), description: z.string() });
export type Credential = z.output<typeof Credential>;

/** Value that a field asks for: a parameter, or a member of a body. */
const Input = z.object({
  name: z.string(),
  /** Name, which says if it is required. */
  /** Default: the name. */
  label: z.string().optional(),
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
  /** Sentences beside the summary: the description, and the credential that it needs. */
  texts: z.array(z.string()),
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
  /** Header that has requests recorded, unless the visitor removes it, and the name of the link to the record. */
  recording: z.object({ header: z.string(), title: z.string() }).optional(),
  /** Credentials; absent if callers cannot authenticate. */
  credentials: z
    .object({
      methods: z.array(Credential),
      /** Path of the API key that a request is sent with. */
      key: z.string().optional(),
      /** Path of what a caller has used. */
      usage: z.string().optional(),
      /** Path of the page for holders of keys. */
      account: z.string().optional(),
    })
    .optional(),
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
