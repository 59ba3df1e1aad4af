/** Every operation of the registry, found and called through the four tools. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTestServer, type TestServer } from "waymark/testing";
import { toInputJsonSchema, bodiesOf } from "waymark/advanced";
import { sampleOf } from "../../../plugins/shared/operations/sample.ts";
import type { SealedRoute } from "waymark";
import { as, badges } from "../identity/_setup.ts";
import { bookings } from "../graphql/_bookings.ts";
import type { Plugin } from "waymark";
import { operation, tool, withPreset, type Structured } from "./_mcp.ts";

const ANN = as("ann");
/** Codes with which an operation may refuse what the walk sends. */
const REFUSALS = ["resource-not-found", "insufficient-scope", "precondition-failed"];
/** Throws, to show what becomes of that. */
const FAILING = "bookings.failBooking";

async function serve(writes: boolean): Promise<TestServer> {
  const server = await createTestServer({
    plugins: withPreset(badges, bookings as Plugin),
    config: { plugins: { mcp: { writes }, access: {}, "rate-limit": { limit: 10_000 } } },
  });
  onTestFinished(() => server.close());
  return server;
}

const operationsIn = ({ registry }: TestServer) =>
  registry.routes.filter(
    ({ site, kind, plugin }) => !site && kind !== "redirect" && plugin !== "mcp",
  );

/** Arguments that fit: of the path by hand, a body as the schema has an example of it. */
function argumentsFor(route: SealedRoute, described: Structured): object {
  const samples: Readonly<Record<string, string>> = {
    officeId: "lisboa",
    bookingId: "none",
    roomId: "one",
    type: "Office",
    query: "{ service }",
  };
  const { arguments: names = [] } = Object(described["needs"]) as { arguments?: string[] };
  const bodies = bodiesOf(route.declaration);
  const body = bodies["application/merge-patch+json"] ?? Object.values(bodies)[0];
  return Object.fromEntries(
    names.map((name) => {
      if (name !== "body") return [name, samples[name] ?? "1"];
      return [name, body === undefined ? undefined : sampleOf(toInputJsonSchema(body))];
    }),
  );
}

it("finds, describes and calls every operation", async () => {
  const server = await serve(true);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const problems: string[] = [];
  for (const route of operationsIn(server)) {
    const { ref, declaration } = route;
    const query = `${declaration.summary} ${route.id}`;
    const found = await tool(server, "search_operations", { query, limit: 10 }, ANN);
    if (!JSON.stringify(found["operations"]).includes(`"operation":"${ref}"`))
      problems.push(`${ref} is not found by its own words`);
    const described = await tool(server, "describe_operation", { operation: ref }, ANN);
    for (const schema of [described["arguments"], described["answer"] ?? {}])
      if (!ajv.validateSchema(schema as object)) problems.push(`${ref}: ${ajv.errorsText()}`);
    const args = argumentsFor(route, described);
    if (!ajv.validate(described["arguments"] as object, args))
      problems.push(`${ref}: ${ajv.errorsText()} ${JSON.stringify(args)}`);
    const result = await operation(server, ref, args, ANN);
    // A refusal by the operation itself is an answer, too; that it could not be asked is not.
    const { code = "", status = 0 } = result.error ?? {};
    const isOwn = [...REFUSALS, ...(declaration.errors ?? [])].includes(code);
    const isMeant = isOwn || declaration.alwaysFails?.code === code || ref === FAILING;
    if (result.error !== undefined && !isMeant)
      problems.push(`${ref}: ${status} ${JSON.stringify(result.error)}`);
    if (result.error === undefined && described["answer"] !== undefined && result["body"]) {
      if (!ajv.validate(described["answer"] as object, result["body"]))
        problems.push(`${ref}: the answer does not fit: ${ajv.errorsText()}`);
    }
  }
  expect(problems).toEqual([]);
});

describe("writes", () => {
  it("are off: neither found nor called", async () => {
    const server = await serve(false);
    const found = await tool(server, "search_operations", { query: "book a room", limit: 20 });
    expect(JSON.stringify(found["operations"])).not.toContain("createBooking");
    expect(found["note"]).toMatch(/^Left out, as writes are off: \d+\.$/);
    for (const name of ["describe_operation", "call_operation"])
      expect(await tool(server, name, { operation: "bookings.createBooking" })).toMatchObject({
        error: { code: "mcp-writes-off", status: 403, hint: expect.any(String) },
      });
    const created = await server.request("/api/bookings/a");
    expect(created.status).toBe(404);
  });

  it("are on: with scopes, conditions and tags as anyone's", async () => {
    const server = await serve(true);
    const body = { id: "a", roomId: "r1", seats: 2 };
    const created = await operation(server, "bookings.createBooking", { body });
    expect(created).toMatchObject({
      status: 201,
      body: { id: "a", seats: 2 },
      created: { operation: "bookings.getBooking", arguments: { bookingId: "a" } },
    });
    const { etag } = await operation(server, "bookings.getBooking", { bookingId: "a" });
    const patch = { bookingId: "a", body: { seats: 3 } };
    expect(await operation(server, "bookings.patchBooking", patch)).toMatchObject({
      error: { code: "precondition-required", status: 428 },
    });
    const conditional = { ...patch, ifMatch: etag };
    expect(await operation(server, "bookings.patchBooking", conditional)).toMatchObject({
      status: 200,
      body: { seats: 3 },
    });
    expect(await operation(server, "bookings.patchBooking", conditional)).toMatchObject({
      error: { code: "precondition-failed", errors: [{ argument: "ifMatch" }] },
    });
    const all = (headers: object) => operation(server, "bookings.removeAllBookings", {}, headers);
    expect((await all({})).error).toMatchObject({ code: "authentication-required", status: 401 });
    expect((await all(as("ben"))).error).toMatchObject({ code: "insufficient-scope", status: 403 });
    expect(await all(ANN)).toMatchObject({ status: 200, body: { by: "Ann" } });
  });

  it("have hints that follow from the method", async () => {
    const server = await serve(true);
    const hints = async (name: string) =>
      (await tool(server, "describe_operation", { operation: `bookings.${name}` }))["annotations"];
    expect(await hints("getBooking")).toMatchObject({ readOnlyHint: true });
    expect(await hints("createBooking")).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    });
    expect(await hints("removeBooking")).toMatchObject({
      destructiveHint: true,
      idempotentHint: true,
    });
  });
});
