/** Documents of a service that writes: each says so, and `waymark check` proves the statements. */
import { afterAll, describe, expect, it } from "vitest";
import { createTestServer } from "waymark/testing";
import { checkInProcess } from "../../plugins/tools/check/in-process.ts";
import { rooms } from "../fixtures/rooms.ts";
import { json, NO_CONFIG } from "../_setup.ts";

const server = await createTestServer({ config: { plugins: { rooms: rooms("required") } } });
afterAll(() => server.close());
const read = async <T>(path: string) => json<T>(await server.request(path));

describe("the documents", () => {
  it("/api/cors and preflights: methods of the path, and the headers of conditions", async () => {
    const cors = await read<Record<string, string[]>>("/api/cors");
    expect(cors["allowedMethods"]).toEqual(expect.arrayContaining(["PUT", "PATCH", "DELETE"]));
    expect(cors["allowPostOn"]).toContain("/api/rooms");
    const preflight = await server.request("/api/rooms/oak", {
      method: "OPTIONS",
      headers: { origin: "https://app.example", "access-control-request-method": "PATCH" },
    });
    const sent = (name: string) => preflight.headers.get(name)?.split(", ");
    expect(sent("access-control-allow-methods")).toEqual(
      expect.arrayContaining(["PUT", "PATCH", "DELETE"]),
    );
    expect(sent("access-control-allow-headers")).toEqual(
      expect.arrayContaining(["If-Match", "If-None-Match", "Content-Type", "Prefer"]),
    );
    expect(sent("access-control-expose-headers")).toEqual(
      expect.arrayContaining(["ETag", "Location", "Preference-Applied", "Accept-Patch"]),
    );
    expect(sent("accept-patch")).toEqual([
      "application/merge-patch+json",
      "application/json-patch+json",
    ]);
    expect(sent("allow")).toEqual(expect.arrayContaining(["PUT", "PATCH", "DELETE"]));
  });

  it("/api/media-types: those of all bodies, the usual one first", async () => {
    expect(await read("/api/media-types")).toMatchObject({
      accept: ["application/json", "application/merge-patch+json", "application/json-patch+json"],
      defaultAccept: "application/json",
    });
  });

  it("T0d: /api/prefer names the operations that answer without a representation", async () => {
    const { endpoints, operations } = await read<{ endpoints: string[]; operations: object[] }>(
      "/api/prefer",
    );
    expect(endpoints).toContain("/api/rooms/{roomId}");
    expect(operations).toContainEqual({
      method: "POST",
      path: "/api/rooms",
      preferences: ["return"],
    });
  });

  it("/api/conditional-requests: the paths whose writes evaluate conditions", async () => {
    const { endpoints } = await read<{ endpoints: string[] }>("/api/conditional-requests");
    expect(endpoints).toContain("/api/rooms/{roomId}");
    expect(server.registry.statements).toHaveProperty("cache.writes", {
      endpoints: ["/api/rooms/{roomId}"],
      required: ["/api/rooms/{roomId}"],
    });
  });

  it("/api/errors: the codes that only writes have", async () => {
    const { errors } = await read<{ errors: { code: string }[] }>("/api/errors");
    expect(errors.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["resource-exists", "patch-conflict", "precondition-required"]),
    );
  });

  it("/llms.txt: how to write", async () => {
    const text = await (await server.request("/llms.txt")).text();
    expect(text).toContain("## Writing");
    expect(text).toContain("`If-Match`");
    expect(text).toContain(
      "- `PATCH /api/rooms/{roomId}`: Change a room in part. Takes `application/merge-patch+json` or `application/json-patch+json`. Requires a condition.",
    );
    expect(text).not.toContain("Idempotency-Key");
  });
});

it("waymark check proves what policies state of writes", async () => {
  const PROOFS = ["prefer: writes", "cache: conditions of writes"];
  for (const preconditions of [undefined, "required"] as const) {
    const overrides = { plugins: { rooms: rooms(preconditions) } };
    const report = await checkInProcess(
      { ...NO_CONFIG, overrides },
      { only: ({ plugin }) => plugin === "rooms" },
    );
    expect(report.failures.filter((failure) => PROOFS.includes(failure.case))).toEqual([]);
    expect(report.kinds).toEqual(expect.arrayContaining(PROOFS));
  }
});
