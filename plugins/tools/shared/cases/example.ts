/** Examples of bodies, as documents and forms show them. */
import { examplesOf, type Example } from "../../../shared/operations/examples.ts";
import { bodiesOf } from "waymark/advanced";
import type { Operation, Violation } from "../policy-tests.ts";
import type { RouteCheckContext } from "../context.ts";
import { fits } from "../sample.ts";
import { OK } from "../violation.ts";

/** Checks that examples fit their schemas. */
export async function examples(
  { route }: Operation,
  { registry, validator }: RouteCheckContext,
): Promise<readonly Violation[]> {
  const check = (of: string, { value }: Example, misfit: string | undefined) =>
    misfit === undefined
      ? OK
      : [
          {
            expected: `an example of ${of} that its schema accepts`,
            received: `${JSON.stringify(value).slice(0, 100)}: ${misfit}`,
            hint: "write .meta({ examples: […] }) at the field",
          },
        ];
  const answer = examplesOf(registry).ofAnswer(route);
  const { schema, declaration } = route;
  const misfitOf = (value: unknown) => {
    if (schema !== undefined) return validator.published(schema, value);
    return declaration.returns && validator.schema(declaration.returns, value);
  };
  return [
    ...(answer === undefined ? [] : check(schema ?? "the answer", answer, misfitOf(answer.value))),
    ...Object.entries(bodiesOf(declaration)).flatMap(([mediaType, body]) => {
      const example = examplesOf(registry).ofBodies(route).get(mediaType);
      if (example === undefined) return [];
      const misfit = fits(body, example.value) ? undefined : "the schema refuses it";
      return check(`the body in ${mediaType}`, example, misfit);
    }),
  ];
}
