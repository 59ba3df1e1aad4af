/** Response headers that handlers fill. */
import { show } from "../../../registry/schema/words.ts";
import { fieldValue } from "../../../registry/contract/policy/headers.ts";
import type { RouteInfo } from "../../../registry/contract/route/route-info.ts";

/**
 * Returns the function that fills headers of one answer. It throws on a header that the route does not declare, and on a
 * value that does not fit: a line break would let a client write headers of its own.
 */
export function headerSetter(
  { ref, declaration }: Pick<RouteInfo, "ref" | "declaration">,
  filled: Record<string, string>,
): (name: string, value: unknown) => void {
  const { responseHeaders: shapes = {} } = declaration;
  return (name, value) => {
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (shape === undefined)
      throw new TypeError(`${ref} does not declare the header ${show(name)} among responseHeaders`);
    const result = shape["~standard"].validate(value);
    const fails = (problem: string) =>
      new TypeError(`${ref} fills ${name} with ${show(value)}: ${problem}`);
    if (result instanceof Promise) throw fails("its schema is asynchronous");
    if (result.issues?.[0] !== undefined) throw fails(result.issues[0].message);
    const text = fieldValue(value);
    if (text === undefined)
      throw fails("a header has visible ASCII characters, with spaces between");
    filled[name] = text;
  };
}
