/** Statements about errors agree with each other, in every configuration. */
import { describe, expect, it, onTestFinished } from "vitest";
import { openapiDocument } from "../../../plugins/discovery/openapi/document.ts";
import { createTestServer } from "waymark/testing";
import { WRITES_AND_IDENTITY } from "../../fixtures/writes-and-identity.ts";

async function serverOf(plugins: typeof WRITES_AND_IDENTITY) {
  const server = await createTestServer({ config: { plugins } });
  onTestFinished(() => server.close());
  return server;
}

interface RetryPolicy {
  readonly retryOn: readonly number[];
  readonly exceptions?: readonly { code: string; status: number; retry: boolean }[];
}

describe.each([
  ["by default", {}],
  ["with writes and identity", WRITES_AND_IDENTITY],
])("T0d: %s", (_name, plugins) => {
  it("the retry policy says of each error what its remedy says", async () => {
    const server = await serverOf(plugins);
    const answer = await server.fetch("/api/retry-policy");
    const { retryOn, exceptions = [] } = (await answer.json()) as RetryPolicy;
    const different = [];
    for (const { code, status, remedy = "" } of server.registry.errors) {
      const exception = exceptions.find((one) => one.code === code);
      const isRetried = exception?.retry ?? retryOn.includes(status);
      const says = /^(?!Correct).*as many seconds|^Send the (request|operation) again/i.test(
        remedy,
      );
      if (says !== isRetried) different.push({ code, status, remedy });
    }
    expect(different).toEqual([]);
  });
});

it("T2: the 503 of a write names no refusal of another plugin's routes", async () => {
  const server = await serverOf(WRITES_AND_IDENTITY);
  const { paths, components } = openapiDocument(server.registry) as {
    paths: Record<string, Record<string, object>>;
    components: { responses: Record<string, object> };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
  const naming = operations.flatMap(([name, operation]) =>
    JSON.stringify(operation).includes("too-many-streams") ? [name] : [],
  );
  const responses = Object.values(components.responses).filter((response) =>
    JSON.stringify(response).includes("too-many-streams"),
  );
  expect([naming.length <= 1, responses.length]).toEqual([true, 1]);
});
