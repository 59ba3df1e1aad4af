/** Routes that write in OpenAPI: bodies by media type, conditions, statuses with their headers, links. */
import { describe, expect, it } from "vitest";
import { openapiDocument } from "../../../../plugins/discovery/openapi/document.ts";
import { startServer } from "../../../_setup.ts";
import { rooms } from "../../../fixtures/rooms.ts";

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
}
interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  readonly links?: object;
}
interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: object }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

async function described(preconditions?: "required", config: object = {}) {
  const server = await startServer({
    config: { plugins: { rooms: rooms(preconditions), ...config } },
  });
  const document: unknown = JSON.parse(JSON.stringify(openapiDocument(server.registry)));
  const { paths } = resolve(document, document) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const of = (method: string, path = "/api/rooms/{roomId}") =>
    paths[path]?.[method] ?? expect.fail(`no ${method} ${path}`);
  return { server, document, of };
}

/** The document with parameters, headers and responses in place of references to them; schemas may refer to themselves. */
function resolve(value: unknown, root: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(one, root));
  if (typeof value !== "object" || value === null) return value;
  const ref: unknown = Reflect.get(value, "$ref");
  if (typeof ref === "string" && /^#\/components\/(parameters|headers|responses)\//.test(ref))
    return resolve(
      ref
        .slice(2)
        .split("/")
        .reduce((at: unknown, key) => Reflect.get(Object(at), key), root),
      root,
    );
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, resolve(member, root)]),
  );
}

/** Headers of every answer, and of every 415. */
const TOLD_OF_NONE = new Set(
  "content-type content-length date connection keep-alive accept accept-post".split(" "),
);
const headersOf = ({ headers = {} }: Response) => Object.keys(headers);
const parameter = ({ parameters }: Operation, name: string) =>
  parameters.find((one) => one.name === name);

describe("routes that write", () => {
  it("have a schema for each media type of their bodies", async () => {
    const { of } = await described();
    expect(of("patch").requestBody).toMatchObject({
      required: true,
      content: {
        "application/merge-patch+json": {
          schema: { $ref: "#/components/schemas/RoomsPatchRoomBody" },
        },
        "application/json-patch+json": {
          schema: { $ref: "#/components/schemas/JsonPatchRoomsPatchRoomBody" },
        },
      },
    });
    const put = of("put").requestBody?.content ?? {};
    expect(Object.keys(put)).toEqual(["application/json"]);
    expect(put["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/RoomInput" });
    expect(of("delete")).not.toHaveProperty("requestBody");
  });

  it("take conditions where the resource can be read", async () => {
    const { of } = await described();
    for (const method of ["put", "patch", "delete"])
      expect(parameter(of(method), "If-Match")).toMatchObject({
        description: expect.stringContaining("412"),
      });
    expect(parameter(of("put"), "If-None-Match")?.description).toContain("`*`");
    expect(parameter(of("post", "/api/rooms"), "If-Match")).toBeUndefined();
    expect(parameter(of("get"), "If-None-Match")?.description).toContain("304");
  });

  it("require conditions as they are declared", async () => {
    const { of } = await described("required");
    for (const method of ["patch", "delete"]) {
      expect(parameter(of(method), "If-Match")).toMatchObject({ required: true });
      expect(of(method).responses["428"]?.description).toContain("precondition-required");
    }
    // It may also be asked to create.
    expect(parameter(of("put"), "If-Match")).not.toHaveProperty("required");
    const { of: free } = await described();
    expect(free("patch").responses).not.toHaveProperty("428");
  });

  it("answer with statuses, headers and bodies by kind", async () => {
    const { of } = await described();
    const created = of("post", "/api/rooms").responses["201"] ?? expect.fail("no 201");
    expect(headersOf(created)).toEqual(expect.arrayContaining(["Location", "ETag"]));
    expect(created.content).toHaveProperty("application/json");
    const put = of("put").responses;
    expect(headersOf(put["200"] ?? expect.fail("no 200"))).not.toContain("Location");
    expect(headersOf(put["201"] ?? expect.fail("no 201"))).toContain("Location");
    expect(put["201"]?.description).toContain("did not exist");
    for (const responses of [put, of("patch").responses]) {
      expect(responses["204"]).not.toHaveProperty("content");
      const sent = headersOf(responses["204"] ?? expect.fail("no 204"));
      expect(sent).toEqual(expect.arrayContaining(["ETag", "Preference-Applied"]));
    }
    const { "204": removed } = of("delete").responses;
    expect(removed).not.toHaveProperty("content");
    expect(headersOf(removed ?? expect.fail("no 204"))).not.toContain("ETag");
    expect(of("delete").responses).not.toHaveProperty("200");
    expect(parameter(of("patch"), "Prefer")?.description).not.toContain("lists");
    expect(parameter(of("delete"), "Prefer")).toBeUndefined();
  });

  it("know no preference that no policy reads", async () => {
    const { of } = await described(undefined, { prefer: false });
    expect(of("patch").responses).not.toHaveProperty("204");
  });

  it("are refused with what their declarations make possible", async () => {
    const { of } = await described();
    const statuses = (operation: Operation) => Object.keys(operation.responses);
    expect(statuses(of("post", "/api/rooms"))).toEqual(
      expect.arrayContaining(["400", "409", "413", "415", "422"]),
    );
    expect(statuses(of("patch"))).toEqual(
      expect.arrayContaining(["400", "404", "409", "412", "413", "415", "422"]),
    );
    expect(statuses(of("delete"))).toEqual(expect.arrayContaining(["404", "412"]));
    expect(of("patch").responses["409"]?.description).toContain("`patch-conflict`");
    expect(headersOf(of("patch").responses["415"] ?? expect.fail("no 415"))).toContain(
      "Accept-Patch",
    );
    const refused = of("post", "/api/rooms").responses["415"] ?? expect.fail("no 415");
    expect(headersOf(refused)).not.toContain("Accept-Patch");
  });

  it("lead from what was created to the operations of it", async () => {
    const { of } = await described();
    expect(of("post", "/api/rooms").responses["201"]?.links).toEqual({
      "rooms.getRoom": {
        operationId: "rooms.getRoom",
        description: "Read a room.",
        parameters: { roomId: "$response.body#/id" },
      },
      "rooms.replaceRoom": expect.objectContaining({ operationId: "rooms.replaceRoom" }),
      "rooms.patchRoom": expect.objectContaining({ operationId: "rooms.patchRoom" }),
      "rooms.removeRoom": expect.objectContaining({ operationId: "rooms.removeRoom" }),
    });
    expect(of("put").responses["201"]).not.toHaveProperty("links");
  });

  it("mark members that only answers have", async () => {
    const { document } = await described();
    expect(document).toHaveProperty("components.schemas.Room.properties.id.readOnly", true);
  });
});

it("documents every status and header that writes are answered with", async () => {
  const { server, of } = await described();
  const ids = { "content-type": "application/json" };
  const room = JSON.stringify({ name: "Elm", seats: 4 });
  const calls: readonly (readonly [string, string, object, string?])[] = [
    ["post", "/api/rooms", ids, room],
    ["post", "/api/rooms", ids, room],
    ["post", "/api/rooms", { ...ids, prefer: "return=minimal" }, room.replace("Elm", "Fir")],
    ["post", "/api/rooms", ids, "{"],
    ["put", "/api/rooms/oak", ids, room],
    ["put", "/api/rooms/ash", ids, room],
    ["put", "/api/rooms/oak", { ...ids, prefer: "return=minimal" }, room],
    ["put", "/api/rooms/oak", { ...ids, "if-match": '"no"' }, room],
    ["put", "/api/rooms/oak", ids, '{"seats":0}'],
    ["patch", "/api/rooms/oak", { "content-type": "application/merge-patch+json" }, "{}"],
    ["patch", "/api/rooms/oak", { "content-type": "application/json-patch+json" }, "[]"],
    ["patch", "/api/rooms/oak", ids, "{}"],
    ["delete", "/api/rooms/oak", {}],
    ["delete", "/api/rooms/oak", {}],
  ];
  const seen: number[] = [];
  for (const [method, path, headers, body] of calls) {
    const answer = await server.request(path, {
      method: method.toUpperCase(),
      headers: headers as Record<string, string>,
      ...(body === undefined ? {} : { body }),
    });
    const template = path === "/api/rooms" ? path : "/api/rooms/{roomId}";
    const response = of(method, template).responses[String(answer.status)];
    const names = new Set(
      headersOf(response ?? { description: "" }).map((one) => one.toLowerCase()),
    );
    const unknown = [...answer.headers.keys()].filter(
      (name) => !TOLD_OF_NONE.has(name) && !names.has(name),
    );
    expect({ method, path, status: answer.status, unknown }).toMatchObject({
      status: response === undefined ? "described" : answer.status,
      unknown: [],
    });
    const type = answer.headers.get("content-type")?.split(";")[0];
    expect(Object.keys(response?.content ?? {}).includes(type ?? "")).toBe(type !== undefined);
    seen.push(answer.status);
  }
  expect(seen).toEqual([201, 409, 201, 400, 200, 201, 204, 412, 422, 200, 409, 415, 204, 404]);
});
