/** Routes that refuse every request, and those of the preset: bulk and the rate-limit demo. */
import { RootLinks } from "waymark/services";
import { expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { describeMatrix, json } from "../../../_setup.ts";

const operations = [{ method: "GET", path: "/api/ping" }];
const post = (body: string, headers: Record<string, string> = {}) => ({
  method: "POST",
  body,
  headers: { "content-type": "application/json", ...headers },
});

interface OpenApi {
  readonly paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;
}

describeMatrix("what always refuses", {}, (ask) => {
  it.each<[string, RequestInit]>([
    ["operations", post(JSON.stringify(operations))],
    ["broken JSON", post("{")],
    ["another media type", post("a", { "content-type": "text/plain" })],
    ["nothing", { method: "POST" }],
    ["a key", post("[]", { "idempotency-key": '"8e03"' })],
    ["a condition", post("[]", { "if-match": '"x"', "if-none-match": "*" })],
    ["no media type", post("[]", { accept: "*/*;q=0" })],
  ])("bulk is 501 and leads to what is documented: %s", async (_name, init) => {
    const answer = await ask("/api/bulk", init);
    expect(answer.status).toBe(501);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-request-id")).toBeTruthy();
    const { error, _links } = await json<{ error: object; _links: { docs: { href: string } } }>(
      answer,
    );
    expect(error).toMatchObject({ status: 501, code: "bulk-not-implemented" });
    expect((await ask(_links.docs.href)).status).toBe(200);
  });

  it.each(["GET", "HEAD", "DELETE"])("bulk is 405 for %s", async (method) => {
    const answer = await ask("/api/bulk", { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });

  it("bulk is 501 as Problem Details too, with the same links (B4)", async () => {
    const answer = await ask("/api/bulk", post("[]", { accept: "application/problem+json" }));
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    const { _links } = await json(await ask("/api/bulk", post("[]")));
    expect(_links).toHaveProperty("docs");
    expect(await json(answer)).toMatchObject({ status: 501, _links });
  });

  it("the rate-limit demo is 429 and spends no quota", async () => {
    const left = async () => (await ask("/api/brains")).headers.get("x-ratelimit-remaining");
    const before = Number(await left());
    for (const method of ["GET", "HEAD", "GET"]) {
      const answer = await ask("/api/rate-limit-demo", { method });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "5"]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("etag")).toBeNull();
      await answer.text();
    }
    expect(Number(await left())).toBe(before - 1);
  });

  it("is documented with that status and no other that succeeds", async () => {
    const { paths } = await json<OpenApi>(await ask("/api/openapi"));
    const statuses = (path: string, method: string) =>
      Object.keys(paths[path]?.[method]?.responses ?? {});
    expect(statuses("/api/bulk", "post")).toEqual(["429", "501", "default"]);
    expect(statuses("/api/rate-limit-demo", "get")).toEqual(["429", "default"]);
  });

  it("is in the error catalog", async () => {
    const { errors } = await json(await ask("/api/errors"));
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: "bulk-not-implemented", httpStatus: 501 }),
        expect.objectContaining({ code: "rate-limit-demo", httpStatus: 429 }),
      ]),
    );
  });
});

it("names the time to wait, with and without a limiter", async () => {
  const server = await createTestServer({
    config: { plugins: { "rate-limit": false } },
  });
  const answer = await server.fetch("/api/rate-limit-demo");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "5"]);
  await server.close();
});

it("leads nowhere when nothing is documented", async () => {
  const server = await createTestServer({ config: { plugins: { openapi: false } } });
  const { _links } = await json(await server.fetch("/api/bulk", { method: "POST" }));
  const documented = ["docs", "developers"].some(
    (name) => name in server.registry.of(RootLinks).hrefs,
  );
  expect("docs" in Object(_links)).toBe(documented);
  await server.close();
});
