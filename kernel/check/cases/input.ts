/** Cases of queries and request bodies that are refused. */
import type { Case, CheckContext, Operation } from "../../../registry/contract/conformance.ts";
import { OK, refuses, testCase } from "../violation.ts";
import { JSON_BODY, misfitOf, misfitQueries, searchOf } from "../sample.ts";

/** Queries that the route's schema refuses. List parameters are tested by the list engine's conformance test. */
export function queryCases(operation: Operation, context: CheckContext): readonly Case[] {
  const { query } = operation.route.declaration;
  if (query === undefined) return [];
  return [
    testCase("400 query", async () => {
      const searches = misfitQueries(query).map(searchOf);
      const violations = await Array.fromAsync([...searches, "broken=%zz"], async (search) =>
        refuses(await operation.askAt(`${operation.path}?${search}`), context, "bad-request"),
      );
      return violations.flat();
    }),
  ];
}

/** Bodies of a wrong size, type, coding, form and content. */
export function bodyCases(operation: Operation, context: CheckContext): readonly Case[] {
  const { body } = operation.route.declaration;
  if (body === undefined) return [];
  const send = async (code: string, headers: Readonly<Record<string, string>>, text: string) =>
    refuses(await operation.ask({ headers, body: text }), context, code);
  const misfit = misfitOf(body);
  return [
    testCase("413", async () => [
      ...(await tooLarge(operation, context)),
      ...(await tooManyValues(operation, context)),
    ]),
    testCase("415", async () => [
      ...(await send("unsupported-media-type", { "content-type": "text/plain" }, "{}")),
      ...(await send("unsupported-media-type", {}, "{}")),
      ...(await send("unsupported-media-type", { ...JSON_BODY, "content-encoding": "gzip" }, "{}")),
    ]),
    testCase("400 body", async () => [
      ...(await send("bad-request", JSON_BODY, "{")),
      ...(await send("bad-request", JSON_BODY, "")),
    ]),
    misfit === undefined
      ? { name: "422", skipped: "its schema accepts all samples that were tried" }
      : testCase("422", () =>
          send("unprocessable-content", JSON_BODY, JSON.stringify(misfit.value)),
        ),
  ];
}

function bodyLimits({ route: { policies } }: Operation) {
  return {
    bytes: Math.min(...policies.map(({ compiled }) => compiled.maxBodyBytes ?? Infinity)),
    values: Math.min(...policies.map(({ compiled }) => compiled.maxBodyValues ?? Infinity)),
  };
}

/** A list of as many values as are allowed is one too many, unless its bytes are. */
async function tooManyValues(operation: Operation, context: CheckContext) {
  const { bytes, values } = bodyLimits(operation);
  if (2 * values >= bytes) return OK;
  const body = `[${"0,".repeat(values - 1)}0]`;
  return refuses(await operation.ask({ headers: JSON_BODY, body }), context, "payload-too-large");
}

/** Refused by the announced length, and by the length sent. */
async function tooLarge(operation: Operation, context: CheckContext) {
  const { bytes: limit } = bodyLimits(operation);
  if (!Number.isFinite(limit)) return OK;
  const announced = await operation.ask({
    headers: { ...JSON_BODY, "content-length": String(limit + 1) },
    withoutBody: true,
  });
  const violations = refuses(announced, context, "payload-too-large");
  if (!context.target.exclusive) return violations;
  const sent = await operation.ask({
    headers: { ...JSON_BODY, "transfer-encoding": "chunked" },
    body: " ".repeat(limit + 1),
  });
  return [...violations, ...refuses(sent, context, "payload-too-large")];
}
