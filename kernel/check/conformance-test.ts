/** How proofs are written. */
import type { Case, Operation, PolicyProof, World } from "../../registry/contract/conformance.ts";
import type { Schema } from "../../registry/schema/schema.ts";

/** A proof as its author writes it, checked by `defineProof`. */
export interface ProofDefinition<S> extends Omit<
  PolicyProof,
  "service" | "operation" | "recorded" | "after"
> {
  /**
   * What the cases read of the policy's statement, as a schema: zod's, or another that is both Standard Schema and
   * Standard JSON Schema. A statement that it refuses is a failure. Default: the statement as it is.
   */
  readonly statement?: Schema<unknown, S>;
  /** Asked of the service once, before everything else. */
  service?(world: World, statement: NoInfer<S>): readonly Case[];
  /** Asked of each operation. */
  operation?(op: Operation, world: World, statement: NoInfer<S>): readonly Case[];
  /** Looks at what an operation has answered to all other cases; asks nothing itself. */
  recorded?(op: Operation, world: World, statement: NoInfer<S>): readonly Case[];
  /** Asked when all operations are through: the place for what uses up limits. */
  after?(world: World, statement: NoInfer<S>): readonly (Case & { readonly op?: Operation })[];
}

/** A statement has not the form that its proof reads. */
export class StatementMismatch extends Error {
  override readonly name = "StatementMismatch";
}

/** Defines the proof of one policy: the default export of the module that the policy names under `proof`. */
export function defineProof<S = unknown>(definition: ProofDefinition<S>): PolicyProof {
  const { statement: schema, service, operation, recorded, after, ...rest } = definition;
  // Without a schema nothing narrows S, and it is unknown.
  const read = (stated: unknown): S =>
    schema === undefined ? (stated as S) : parse(schema, stated);
  return {
    ...rest,
    ...(service && { service: (world, stated) => service(world, read(stated)) }),
    ...(operation && { operation: (op, world, stated) => operation(op, world, read(stated)) }),
    ...(recorded && { recorded: (op, world, stated) => recorded(op, world, read(stated)) }),
    ...(after && { after: (world, stated) => after(world, read(stated)) }),
  };
}

function parse<S>(schema: Schema<unknown, S>, stated: unknown): S {
  const result = schema["~standard"].validate(stated);
  if (result instanceof Promise)
    throw new StatementMismatch("its schema is asynchronous, which a statement has no use for");
  if (result.issues === undefined) return result.value;
  const texts = result.issues.map(({ path = [], message }) => {
    const keys = path.map((key) => String(typeof key === "object" ? key.key : key));
    return `${keys.join(".")}: ${message}`;
  });
  throw new StatementMismatch(texts.join("; "));
}
