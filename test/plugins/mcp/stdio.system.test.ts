/** `waymark mcp` by hand: every line of its output is a message. */
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { folderOf } from "../../_folder.ts";
import { BIN, ENV } from "../../kernel/cli/_run.ts";

function speak(lines: readonly string[], args: readonly string[] = []) {
  const cwd = folderOf({ "waymark.config.yaml": 'plugins: { store: { file: ":memory:" } }' });
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, "mcp", ...args], {
    cwd,
    encoding: "utf8",
    env: { ...ENV, NO_COLOR: "1" },
    input: lines.map((line) => `${line}\n`).join(""),
  });
  return { status, stderr, lines: stdout.split("\n").filter((line) => line !== "") };
}

it("answers each line with a message, and logs to standard error", () => {
  const call = { name: "call_operation", arguments: { operation: "brains.listBrains" } };
  const { status, stderr, lines } = speak([
    "nonsense",
    "[]",
    "",
    JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: call }),
    JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    JSON.stringify({ jsonrpc: "2.0", id: 3, method: "ping" }),
  ]);
  const messages = lines.map((line) => JSON.parse(line) as { jsonrpc: string; id: unknown });
  expect(messages.every(({ jsonrpc }) => jsonrpc === "2.0")).toBe(true);
  expect(messages.map(({ id }) => String(id)).toSorted()).toEqual(["2", "3", "null", "null"]);
  expect(stderr).toContain("/api/brains");
  expect(status).toBe(0);
});

it("says what is wrong with its flags, and that a service does not answer", () => {
  expect(speak([], ["--url", "nonsense"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("--url is not a URL: nonsense"),
  });
  const [answer = ""] = speak(
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    ["--url", "http://127.0.0.1:1"],
  ).lines;
  expect(JSON.parse(answer)).toMatchObject({
    id: 1,
    error: { code: -32603, message: expect.stringContaining("cannot be reached") },
  });
});
