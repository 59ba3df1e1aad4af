/** How the statement of a policy is proved. */
import type { z } from "zod";
import type { Case } from "../problem.ts";
import type { Operation, World } from "../world.ts";

/** Why nothing can prove a key of a statement: it advises, promises or describes. */
export interface Unprovable {
  readonly because: string;
}

/** Checks of one policy. Their cases are named after it: `cors: preflight`. */
export interface PolicyCheck {
  /** For each key of the statement the cases that prove it. */
  readonly proves: Readonly<Record<string, readonly string[] | Unprovable>>;
  /** Asked of the service once. */
  service?(world: World, statement: unknown): readonly Case[];
  /** Asked of each operation. */
  operation?(op: Operation, world: World, statement: unknown): readonly Case[];
  /** Looks at what an operation has answered to all other cases. */
  recorded?(op: Operation, world: World, statement: unknown): readonly Case[];
  /** Asked when all operations are through. */
  after?(world: World, statement: unknown): readonly (Case & { readonly op?: Operation })[];
}

interface Typed<S> {
  readonly proves: PolicyCheck["proves"];
  service?(world: World, statement: S): readonly Case[];
  operation?(op: Operation, world: World, statement: S): readonly Case[];
  recorded?(op: Operation, world: World, statement: S): readonly Case[];
  after?(world: World, statement: S): readonly (Case & { readonly op?: Operation })[];
}

/** Checks that read the statement as `schema` has it. Throws for a statement of another form. */
export function policyCheck<S>(schema: z.ZodType<S>, checks: Typed<S>): PolicyCheck {
  const { service, operation, recorded, after, proves } = checks;
  return {
    proves,
    ...(service && { service: (world, raw) => service(world, schema.parse(raw)) }),
    ...(operation && { operation: (op, world, raw) => operation(op, world, schema.parse(raw)) }),
    ...(recorded && { recorded: (op, world, raw) => recorded(op, world, schema.parse(raw)) }),
    ...(after && { after: (world, raw) => after(world, schema.parse(raw)) }),
  };
}
