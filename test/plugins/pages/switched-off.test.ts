/** T0e: with a policy off, no page or schema mentions its headers. */
import { expect, it, onTestFinished } from "vitest";
import { createTestServer } from "waymark/testing";
import { headerMeanings } from "../../../plugins/pages/shared/meanings.ts";

it.each([
  ["request-id", "X-Request-ID", ["x-request-id"]],
  ["rate-limit", "How many requests", ["ratelimit", "x-ratelimit-limit"]],
  ["changelog", "Every release", []],
  ["cache", "no-cache", ["etag", "cache-control"]],
])("without %s", async (plugin, text, headers) => {
  const server = await createTestServer({ config: { plugins: { [plugin]: false } } });
  onTestFinished(() => server.close());
  const paths = [
    "/api/openapi",
    "/api/schemas/Error",
    "/api/consistency-policy",
    "/developers/limits",
    ...(plugin === "changelog" ? ["/developers/changelog"] : []), // others have releases that name headers
  ];
  for (const path of paths) {
    const answer = await server.fetch(path);
    expect({ path, says: (await answer.text()).includes(text) }).toEqual({ path, says: false });
  }
  const named = Object.keys(headerMeanings(server.registry, "en"));
  expect(named.filter((name) => headers.includes(name))).toEqual([]);
  expect(named).toContain("content-type");
});
