/** Pages of other origins are refused; and the dearest calls, for checks of the event loop. */
import { defineConformance, statusIs, testCase, type Question } from "waymark/conformance";
import { operationsOf } from "./operations.ts";

const ORIGIN = "mcp: origin";

/** Returns a message as a client sends it that has not initialised, which a service without sessions answers, too. */
function messageOf(method: string, params: object, headers: Question["headers"] = {}): Question {
  return {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  };
}

export default defineConformance({
  covers: {},
  server(context) {
    const { registry } = context;
    const path = registry.route("mcp.postMessage")?.path;
    if (path === undefined) return [];
    const own = new URL(registry.baseUrl).origin;
    const ask = (origin: string) => context.ask(path, messageOf("tools/list", {}, { origin }));
    return [
      testCase(ORIGIN, async () => [
        ...statusIs(await ask(own), 200),
        ...statusIs(await ask("https://page.invalid"), 403),
        ...statusIs(await ask("null"), 403),
      ]),
    ];
  },
  dearest({ registry, nonce }) {
    const path = registry.route("mcp.postMessage")?.path;
    if (path === undefined) return [];
    const call = (name: string, args: object) => ({
      name: `${name} ${JSON.stringify(args).slice(0, 60)}`,
      target: path,
      question: messageOf("tools/call", { name, arguments: args, _meta: { nonce } }),
    });
    const lists = [...operationsOf(registry).values()].filter(
      ({ route }) => route.kind === "list" && route.pattern.params.length === 0,
    );
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");
    return [
      call("search_operations", { query: words }),
      ...lists.flatMap(({ name }) => [
        call("describe_operation", { operation: name }),
        call("call_operation", { operation: name, arguments: { limit: 200 } }),
      ]),
    ];
  },
});
