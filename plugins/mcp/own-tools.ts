/** Tools of chosen operations, and their share of a model's context. */
import { didYouMean, type JsonSchema, type Registry } from "waymark";
import { operationsOf, type Operation } from "./operations.ts";
import { TOKEN_BYTES, type Options } from "./declarations.ts";
import { sharedSchema } from "./shared-schema.ts";
import { Called, toOutput } from "./tool-schemas.ts";

/** A tool as the protocol lists it. */
export interface ToolInfo {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: object;
}

/** Returns the operations with a dedicated tool, by the tool's name. Throws an Error for a pattern that matches nothing. */
export function ownOperations(
  registry: Registry,
  { tools, writes }: Options,
): ReadonlyMap<string, Operation> {
  const all = [...operationsOf(registry).values()];
  const chosen = tools.flatMap((pattern) => {
    const literal = pattern.split("*").map((part) => part.replace(/[^\w-]/g, "\\$&"));
    const expression = new RegExp(`^${literal.join(".*")}$`);
    const found = all.filter(({ name }) => expression.test(name));
    if (found.length > 0) return found;
    const names = all.map(({ name }) => name);
    const hint = didYouMean(pattern, names);
    throw new Error(`tools: no operation matches ${JSON.stringify(pattern)}\n  hint: ${hint}`);
  });
  const offered = chosen.filter((operation) => writes || !operation.writes);
  return new Map(offered.map((operation) => [operation.name.replace(".", "_"), operation]));
}

export function ownTool(name: string, operation: Operation): ToolInfo {
  const { summary, description = "" } = operation.route.declaration;
  const { properties, ...result } = toOutput(Called);
  const { $defs = {}, ...body } = operation.answerSchema() ?? {};
  return {
    name,
    description: `${summary} ${description}`.trim(),
    inputSchema: operation.inputSchema(),
    outputSchema: sharedSchema({ ...result, properties: { ...properties, body }, $defs }),
    annotations: operation.annotations(),
  };
}

/** Throws if the chosen tools take more than the budget, with what each of them takes. */
export function checkBudget(registry: Registry, options: Options): void {
  const costs = [...ownOperations(registry, options)]
    .map(([name, operation]) => ({ name, tokens: tokensOf(ownTool(name, operation)) }))
    .toSorted((one, other) => other.tokens - one.tokens);
  const total = costs.reduce((sum, { tokens }) => sum + tokens, 0);
  if (total <= options.toolsBudget) return;
  const lines = costs.map(({ name, tokens }) => `\n    ${name}: ${tokens}`).join("");
  throw new Error(
    `tools: these take ${total} tokens, of the ${options.toolsBudget} of toolsBudget${lines}\n  hint: name fewer operations, as call_operation reaches all others, or raise toolsBudget`,
  );
}

/** Returns the tokens of a value as JSON. */
export function tokensOf(value: unknown): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(value)) / TOKEN_BYTES);
}
