/** The form of a request, and the limits of its cost. */
import { z } from "zod";

export const Options = z.strictObject({
  maxDepth: z
    .int()
    .min(1)
    .default(10)
    .describe("Levels of fields within fields; introspection has a separate limit."),
  maxAliases: z
    .int()
    .min(0)
    .default(30)
    .describe("Fields under another name, each counted as often as its fragment is used."),
  maxTokens: z
    .int()
    .min(1)
    .default(1000)
    .describe(
      "Words and signs of a query, with 50 characters and 2 lines for each; those after them are not even read.",
    ),
  maxItems: z
    .int()
    .min(1)
    .default(10_000)
    .describe("Items that all lists of one answer may have together."),
  maxBytes: z
    .int()
    .min(1)
    .default(1_048_576)
    .describe("Size of an answer's data in bytes, about; a larger one is refused."),
});
export type Options = z.output<typeof Options>;

/** Characters and lines of a query, for each of its tokens. Errors take time by the line to say where they are. */
const TOKEN_LENGTH = 50;
const TOKEN_LINES = 2;

/** Fields of one selection under the same name: each is compared with each other one. */
const MAX_REPEATS = 100;

/** Returns every limit, by the name under which documents publish it. */
export function limitsOf({ maxBytes, ...limits }: Options) {
  return {
    ...limits,
    maxCharacters: limits.maxTokens * TOKEN_LENGTH,
    maxLines: limits.maxTokens * TOKEN_LINES,
    maxIntrospections: 1,
    maxRepeats: MAX_REPEATS,
    maxAnswerBytes: maxBytes,
  };
}

const Variables = z.record(z.string(), z.unknown());

/** The members of a JSON body; others are ignored, as the draft requires. */
export const GraphQLRequest = z.object({
  query: z
    .string()
    .describe("A GraphQL document.")
    .meta({ examples: ["{ service version }"] }),
  operationName: z.string().nullish().describe("Which of its operations to run."),
  variables: Variables.nullish(),
  extensions: Variables.nullish().describe("Ignored."),
});

/** JSON within a parameter. */
const JsonText = z
  .string()
  .transform((text, context) => {
    try {
      return text === "" ? undefined : (JSON.parse(text) as unknown);
    } catch {
      context.issues.push({ code: "custom", message: "not valid JSON", input: text });
      return z.NEVER;
    }
  })
  .pipe(Variables.nullish());

/** The parameters of GET. Empty ones count as absent. */
export const GraphQLParameters = z.object({
  query: z
    .string()
    .describe("A GraphQL document.")
    .meta({ examples: ["{ service version }"] }),
  operationName: z.string().optional().describe("Which of its operations to run."),
  variables: JsonText.optional().describe("A JSON object."),
  extensions: JsonText.optional().describe("A JSON object; ignored."),
});

/** Request of either form. */
export interface QueryRequest {
  readonly query: string;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  /** True if only queries may be run. */
  readonly reading?: boolean;
}
