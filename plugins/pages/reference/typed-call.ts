/** A request with openapi-fetch, whose types openapi-typescript makes from the OpenAPI document. */
import type { Registry } from "waymark";
import type { OperationOnPage } from "./context.ts";
import { inputsOf } from "../shared/operations/operations.ts";
import { VARIABLE } from "../shared/operations/commands.ts";
import type { ApiCall } from "../shared/operations/model.ts";
import { fromTarget } from "../shared/operations/target.ts";

/** Returns the call; undefined if the answer is not JSON: for streams and texts. */
export function typedCall(
  { route }: OperationOnPage,
  { method, target, headers, body, credential }: ApiCall,
  document: string,
  registry: Registry,
): string | undefined {
  if (route.kind !== "list" && route.kind !== "returns" && route.kind !== "empty") return undefined;
  const { baseUrl } = registry;
  const inputs = inputsOf(route, registry);
  const values = fromTarget(route, target);
  const typed = ([name, value]: readonly [string, string]) => {
    const found = inputs.find((one) => one.in === "query" && one.name === name);
    const { type } = found?.schema ?? {};
    return [name, type === "integer" || type === "number" ? Number(value) : value] as const;
  };
  const own = headers.filter(([name]) => name.toLowerCase() !== "content-type");
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const parameters = {
    ...group("path", values?.path),
    ...group("query", Object.fromEntries((values?.query ?? []).map(typed))),
    ...group("header", Object.fromEntries(own)),
  };
  const options = [
    ...(Object.keys(parameters).length === 0 ? [] : [`  params: ${indented(parameters)},`]),
    ...(type === undefined ? [] : [`  headers: { "Content-Type": ${JSON.stringify(type)} },`]),
    ...(body === undefined ? [] : [`  body: ${indented(JSON.parse(body))},`]),
  ];
  const given = options.length === 0 ? "" : `, {\n${options.join("\n")}\n}`;
  const sent =
    credential === undefined
      ? ""
      : `\n  headers: { ${JSON.stringify(credential.header)}: \`${credential.prefix}\${process.env.${VARIABLE}}\` },`;
  return `// npx openapi-typescript ${baseUrl}${document} --output api.ts
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

const client = createClient<paths>({
  baseUrl: ${JSON.stringify(baseUrl)},${sent}
});
const { data, error } = await client.${method}(${JSON.stringify(route.path)}${given});
console.log(data ?? error);`;
}

function group(
  name: string,
  values: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return Object.keys(values).length === 0 ? {} : { [name]: values };
}

function indented(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replaceAll("\n", "\n  ");
}
