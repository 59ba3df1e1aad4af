import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDue } from "../../_programs.ts";
import { startNode, type Node } from "../../engines/node.ts";
import { newPrefix, until, useRedis } from "./_nodes.ts";

const redis = useRedis();
const prefix = newPrefix();
let nodes: Node[] = [];
beforeAll(async () => {
  if (!isDue("redis-server")) return;
  const config = {
    plugins: {
      store: { file: ":memory:" },
      redis: { url: redis.url, prefix, timeout: "2s" },
      "rate-limit": { limit: 50, window: "1h" },
    },
  };
  nodes = await Promise.all([startNode(config), startNode(config)]);
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
});

/** The nodes that know each other, as Redis has them. */
const members = async () =>
  (await redis.command("zrange", `{${prefix}}:nodes`, "0", "-1")).split("\n").toSorted();
/** Members before one was killed. */
let former: string[] = [];

const ask = (node: number) => fetch(`${nodes[node]?.url}/api/limits`);

describe("two nodes, as processes", () => {
  it("allow the limit of a client together, and no more when one is killed and comes back", async () => {
    let allowed = 0;
    const flood = async (count: number, nodesAsked: readonly number[]) => {
      const answers = await Promise.all(
        Array.from({ length: count }, (_, n) => ask(nodesAsked[n % nodesAsked.length] ?? 0)),
      );
      allowed += answers.filter(({ status }) => status === 200).length;
    };
    await flood(20, [0, 1]);
    await until(async () => (former = await members()).length === 2);
    await nodes[1]?.kill();
    await nodes[1]?.restart();
    for (let round = 0; round < 5; round++) await flood(40, [0, 1]);
    expect(allowed).toBeLessThanOrEqual(50);
    // A node that is killed keeps its leases, of a tenth at most.
    expect(allowed).toBeGreaterThanOrEqual(45);
  });

  it("know each other, and forget one that is gone", async () => {
    const isNew = (node: string) => !former.includes(node);
    await until(async () => {
      const now = await members();
      return now.length === 2 && now.filter(isNew).length === 1;
    });
  });
});
