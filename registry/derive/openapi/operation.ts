/** One route as an OpenAPI operation. */
import type { SealedRoute } from "../../contract/sealed-route.ts";
import { toInputJsonSchema } from "../../schema/convert.ts";
import type { Schema } from "../../schema/schema.ts";
import { capitalize, type OperationContext } from "./context.ts";
import { parametersOf } from "./parameters.ts";
import { responsesOf } from "./responses.ts";
import type { Operation } from "./types.ts";

export function describeOperation(route: SealedRoute, context: OperationContext): Operation {
  const { declaration } = route;
  const parameters = parametersOf(route, context);
  return {
    tags: [route.plugin],
    operationId: context.operationId,
    summary: declaration.summary,
    ...(declaration.description === undefined ? {} : { description: declaration.description }),
    ...("deprecated" in declaration ? { deprecated: true } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(declaration.body === undefined ? {} : requestBodyOf(declaration.body, context)),
    responses: responsesOf(route, context),
  };
}

function requestBodyOf(
  body: Schema,
  { components, operationId }: OperationContext,
): Pick<Operation, "requestBody"> {
  const schema = components.schema(toInputJsonSchema(body), capitalize(operationId));
  return { requestBody: { required: true, content: { "application/json": { schema } } } };
}
