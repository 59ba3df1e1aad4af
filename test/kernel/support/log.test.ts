import { describe, expect, it } from "vitest";
import { createLog } from "../../../kernel/support/log.ts";

async function lines(level?: "debug"): Promise<readonly Record<string, unknown>[]> {
  const written: string[] = [];
  const log = await createLog({
    terminal: false,
    write: (line) => written.push(line),
    ...(level === undefined ? {} : { level }),
  });
  log.debug("detail");
  log.info("two\nlines", { port: 1 });
  log.error("failed", { error: new TypeError("no number") });
  return written.map((line) => {
    expect(line.indexOf("\n")).toBe(line.length - 1);
    return JSON.parse(line) as Record<string, unknown>;
  });
}

describe("createLog", () => {
  it("writes one JSON object a line, errors with their stack", async () => {
    const [info, error, ...others] = await lines();
    expect(others).toEqual([]);
    expect(info).toMatchObject({ level: "info", message: "two\nlines", port: 1 });
    expect(Date.parse(String(info?.["time"]))).toBeGreaterThan(0);
    expect(error?.["error"]).toMatch(/^TypeError: no number\n\s+at /);
  });

  it("drops lines below its level", async () => {
    expect((await lines("debug")).map(({ level }) => level)).toEqual(["debug", "info", "error"]);
  });
});
