/** Types of routes that write, as JSON Schema and TypeScript: inputs as they are accepted, outputs as they are sent. */
import { expect, it } from "vitest";
import { publishedSchema } from "waymark/advanced";
import { openapiDocument } from "../../../plugins/discovery/openapi/document.ts";
import { servedTypescript } from "../../../plugins/shared/typescript/module.ts";
import { startServer } from "../../_setup.ts";
import { rooms } from "../../fixtures/rooms.ts";

async function registryOf() {
  const server = await startServer({ config: { plugins: { rooms: rooms() } } });
  return server.registry;
}

it("lets inputs leave out what has a default, and promises it of outputs", async () => {
  const registry = await registryOf();
  expect(publishedSchema(registry, "RoomInput")?.root.required).toEqual(["name", "seats"]);
  expect(publishedSchema(registry, "Room")?.root.required).toEqual([
    "id",
    "name",
    "seats",
    "status",
  ]);
  const input = await servedTypescript(registry, "RoomInput");
  expect(input).toMatch(/status\?:/);
  expect(await servedTypescript(registry, "Room")).toMatch(/status:/);
});

it("says which members only answers have", async () => {
  const registry = await registryOf();
  expect(publishedSchema(registry, "Room")?.root.properties).toHaveProperty("id.readOnly", true);
  expect(await servedTypescript(registry, "Room")).toContain(
    "Answers have it; requests do not set it.",
  );
});

it("names the published type of a request body in OpenAPI", async () => {
  const document = openapiDocument(await registryOf());
  expect(document).toHaveProperty(
    ["paths", "/api/rooms", "post", "requestBody", "content", "application/json", "schema"],
    { $ref: "#/components/schemas/RoomInput" },
  );
});
