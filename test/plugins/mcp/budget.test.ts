/** The tools take little of a model's attention, however large the service is. */
import { expect, it } from "vitest";
import { startServer } from "../../_setup.ts";
import { manyRoutes, message, startMcp, tool, withPreset } from "./_mcp.ts";

interface Tool {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema: object;
}

const tokensOf = (value: unknown) => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4);

it.each([0, 100, 1000])("lists tools of at most 1,500 tokens beside %i routes", async (count) => {
  const server = await startServer({ plugins: withPreset(manyRoutes(count)) });
  const { result } = await message(server, "tools/list");
  const tools = result?.["tools"] as Tool[];
  expect(tools.map(({ name }) => name)).toEqual([
    "search_operations",
    "describe_operation",
    "call_operation",
    "read_page",
  ]);
  expect(tokensOf(tools)).toBeLessThanOrEqual(1500);
  if (count === 0) return;
  const query = `things of shelf ${count - 7}`;
  expect(await tool(server, "search_operations", { query, limit: 1 })).toMatchObject({
    operations: [{ operation: `things.listThings${count - 7}`, fields: ["id", "name", "state"] }],
  });
});

it("lists tools of chosen operations, each schema with its repeated parts once", async () => {
  const server = await startMcp({ tools: ["offices.*", "brains.listBrains"] });
  const { result } = await message(server, "tools/list");
  const [listOffices, getOffice, listBrains] = (Object(result)["tools"] as Tool[]).slice(4);
  expect([listOffices?.name, getOffice?.name, listBrains?.name]).toEqual([
    "offices_listOffices",
    "offices_getOffice",
    "brains_listBrains",
  ]);
  expect(Object.keys(Object(listOffices?.inputSchema).properties)[0]).toBe("fields");
  expect(listOffices?.inputSchema).toMatchObject({
    properties: { filter: { properties: { id: { $ref: "#/$defs/shared1" } } } },
    $defs: { shared1: { anyOf: [{ type: "string" }, { type: "object" }] } },
  });
  expect(await tool(server, "offices_getOffice", { officeId: "lisboa" })).toMatchObject({
    status: 200,
    body: { id: "lisboa" },
  });
});

it("refuses to start with more tools than the budget, and says what each takes", async () => {
  const start = startMcp({ tools: ["offices.*"], toolsBudget: 500 });
  await expect(start).rejects.toThrow(
    /these take \d+ tokens, of the 500 of toolsBudget\n +offices_listOffices: \d+\n +offices_getOffice: \d+\n +hint: /,
  );
});

it("refuses to start with a tool of no operation", async () => {
  const start = startMcp({ tools: ["offices.listOfices"] });
  await expect(start).rejects.toThrow(/did you mean "offices.listOffices"\?/);
});
