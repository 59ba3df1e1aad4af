/** `waymark check` of nodes in processes of their own, behind a balancer that adds a header. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { needs } from "../_programs.ts";
import { startBalancer } from "../engines/balancer.ts";
import { startNode } from "../engines/node.ts";

const BIN = join(import.meta.dirname, "../../kernel/cli/bin.ts");

needs("haproxy");

test(
  "two nodes on one file conform, through the balancer and between them",
  { timeout: 240_000 },
  async () => {
    const first = await startNode();
    onTestFinished(() => first.stop());
    const config = {
      baseUrl: "https://service.example",
      plugins: {
        store: { file: join(first.folder, "shared.db") },
        "rate-limit": { limit: 100_000 },
      },
    };
    const nodes = await Promise.all([startNode(config), startNode(config)]);
    for (const node of nodes) onTestFinished(() => node.stop());
    const balancer = await startBalancer(
      nodes.map(({ url }) => url),
      { adds: { Via: "1.1 balancer" } },
    );
    onTestFinished(() => balancer.stop());
    const file = join(first.folder, "service.config.json");
    writeFileSync(file, JSON.stringify(config));
    const flags = [
      "--config",
      file,
      "--lb",
      balancer.url,
      ...nodes.flatMap(({ url }) => ["--node", url]),
    ];
    const { stdout } = await promisify(execFile)(process.execPath, [BIN, "check", ...flags], {
      cwd: first.folder,
    });
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toBe("holds       all nodes run one revision  [nodes: revision]");
    expect(lines).toContain("warning  no policy writes via: added on the way, and not compared");
    expect(lines.at(-1)).toMatch(/^conforms: /);
  },
);
