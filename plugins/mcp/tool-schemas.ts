/** Arguments and results of the four general tools. Their texts are read by models, and count against the budget. */
import type { JsonSchema, Schema } from "waymark";
import { toInputJsonSchema, toJsonSchema, withDefinitions } from "waymark/advanced";
import { z } from "zod";

const Operation = z.string().max(200).describe("Name, such as `offices.listOffices`.");
const Values = z.record(z.string(), z.unknown());

export const SearchArguments = z.strictObject({
  query: z.string().max(500).describe("What you want to know or do, in plain English words."),
  limit: z.int().min(1).max(20).default(6),
});
export const DescribeArguments = z.strictObject({ operation: Operation });
export const CallArguments = z.strictObject({
  operation: Operation,
  arguments: Values.default({}).describe("Arguments by name, as `describe_operation` shows them."),
  at: z
    .string()
    .max(1000)
    .startsWith("/")
    .optional()
    .describe("JSON Pointer: only this part of the body."),
});
export const PageArguments = z.strictObject({
  path: z.string().max(2000).startsWith("/").optional().describe("Default: list all pages."),
  from: z.int().min(0).default(0).describe("Where to go on, from `next`."),
});

const Found = z.object({
  operations: z.array(z.looseObject({ operation: z.string(), summary: z.string() })),
  pages: z.array(z.looseObject({ path: z.string() })).optional(),
  total: z.int(),
});
const Described = z.looseObject({ operation: z.string(), arguments: Values });
export const Called = z.looseObject({
  status: z.int(),
  body: z.unknown(),
  links: Values.optional().describe("Related calls by relation; `next`: the next page."),
  itemLinks: Values.optional().describe("Links of each item; `{id}` is its field `id`."),
  leftOut: Values.optional().describe("What was cut, and how to ask for less."),
});
const Page = z.looseObject({ markdown: z.string().optional(), next: z.int().optional() });

export const GENERAL = {
  search_operations: {
    description: "Find operations of this API, and pages about it. Start here.",
    input: SearchArguments,
    output: Found,
  },
  describe_operation: {
    description: "Read the arguments of an operation and the shape of its answer.",
    input: DescribeArguments,
    output: Described,
  },
  call_operation: {
    description:
      "Call an operation. Of lists, name only the `fields` you need. To change something, pass `ifMatch` (the `etag` you read) and `idempotencyKey` where the operation takes them.",
    input: CallArguments,
    output: Called,
  },
  read_page: {
    description: "Read a page for people as Markdown: documentation, terms, status.",
    input: PageArguments,
    output: Page,
  },
} as const;

/** Returns a schema of arguments as clients of the protocol see it. */
export function toInput(schema: Schema): JsonSchema {
  return withDefinitions(toInputJsonSchema(schema));
}

/** Returns a schema of a result as clients of the protocol see it. */
export function toOutput(schema: Schema): JsonSchema {
  return withDefinitions(toJsonSchema(schema));
}
