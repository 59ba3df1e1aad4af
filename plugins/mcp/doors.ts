/** The ways to the data of operations: calls of the tool that reaches them all. */
import type { Doors } from "waymark/conformance";
import { asObject, readJson, readObject } from "waymark/conformance";
import { operationsOf } from "./operations.ts";

const doors: Doors = (registry) => {
  const endpoint = registry.route("mcp.postMessage");
  if (endpoint === undefined) return [];
  return [...operationsOf(registry).values()]
    .filter(({ route }) => route.upload === undefined && route.kind !== "stream")
    .map((operation) => ({
      reads: operation.name,
      request(params, sample) {
        const body = readJson({ body: Buffer.from(sample.body ?? "") });
        const conditions = operation.arguments.filter(({ name }) => name === "ifMatch");
        const args = {
          ...params,
          ...Object.fromEntries(conditions.map(({ name }) => [name, "*"])),
          ...(operation.bodyType !== undefined && { body }),
        };
        const call = { operation: operation.name, arguments: args };
        return {
          target: endpoint.path,
          question: {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({
              jsonrpc: "2.0",
              id: 1,
              method: "tools/call",
              params: { name: "call_operation", arguments: call },
            }),
          },
        };
      },
      opens(answer) {
        const result = asObject(readObject(answer)["result"]);
        return result["structuredContent"] !== undefined && result["isError"] !== true;
      },
    }));
};

export default doors;
