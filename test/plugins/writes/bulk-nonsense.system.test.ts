/** Bulk requests of any form: refused or run, and never a failure. */
import * as fc from "fast-check";
import { it } from "vitest";
import { json } from "../../_setup.ts";
import { startBulk } from "./_bulk.ts";

it("never fails for nonsense", async () => {
  const { post } = await startBulk(
    {},
    { config: { plugins: { "rate-limit": { limit: 1_000_000 }, "access-log": false } } },
  );
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("GET", "POST", "/notes", "/api/bulk", "/notes/a"),
  );
  const operation = fc.oneof(
    fc.anything(),
    fc.record(
      {
        id: fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.anything()),
        method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH"),
        path: fc.oneof(
          text,
          fc.webPath(),
          fc.string({ unit: "grapheme-ascii" }).map((rest) => `/${rest}`),
        ),
        headers: fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom("accept", "if-match", "content-type", "prefer")),
          fc.string({ unit: "binary" }),
        ),
        body: fc.jsonValue(),
      },
      { requiredKeys: ["id", "method", "path"] },
    ),
  );
  const request = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { operations: fc.array(operation, { maxLength: 4 }), atomic: fc.boolean() },
      { requiredKeys: ["operations"] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(request, async (body) => {
      const answer = await post(body);
      const { results = [] } = await json<{ results?: { status: number }[] }>(answer);
      const worst = Math.max(answer.status, ...results.map(({ status }) => status));
      return worst < 500;
    }),
    { numRuns: 1000 },
  );
});
