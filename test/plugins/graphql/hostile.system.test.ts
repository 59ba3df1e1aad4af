/** The hostile corpus: each request is answered as it should be, in a bounded answer, after a bounded number of reads. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";
import { GRAPHQL_CORPUS } from "../../hostile/graphql-corpus.ts";
import { presetNoting, post } from "./_setup.ts";

/** Refusals of hostile queries. `node test/hostile/graphql.ts` measures how long each request holds the event loop. */
describe("hostile requests", () => {
  const queries: string[] = [];
  const errors: unknown[] = [];
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({
      plugins: presetNoting(queries),
      config: { plugins: { "rate-limit": { limit: 10_000 } } },
      log: { debug() {}, info() {}, warn() {}, error: (...entry) => void errors.push(entry) },
    });
  });
  afterAll(() => server.close());

  it.each(Object.entries(GRAPHQL_CORPUS))("%s (E2, E10)", async (_name, [status, body]) => {
    queries.length = 0;
    const answer = await post(server.request, body);
    const text = await answer.text();
    expect(answer.status).toBe(status);
    expect(text.length).toBeLessThan(status === 200 ? 400_000 : 20_000);
    expect(queries.length).toBeLessThanOrEqual(60);
    expect(errors).toEqual([]);
  });
});
