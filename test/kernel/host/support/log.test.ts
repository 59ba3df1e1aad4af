import { describe, expect, it } from "vitest";
import { createLog, ProcessLog } from "../../../../kernel/host/support/log.ts";

async function lines(shared = new ProcessLog()): Promise<readonly Record<string, unknown>[]> {
  const written: string[] = [];
  const log = await createLog({ terminal: false, write: (line) => written.push(line), shared });
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
    const shared = new ProcessLog();
    shared.level = "debug";
    expect((await lines(shared)).map(({ level }) => level)).toEqual(["debug", "info", "error"]);
    shared.level = "error";
    expect((await lines(shared)).map(({ level }) => level)).toEqual(["error"]);
  });

  it("says in each line which process writes, unless the line says so itself", async () => {
    const shared = new ProcessLog();
    shared.describe(() => ({ service: "atlas", instance: undefined, port: "80" }));
    const [info, error] = await lines(shared);
    expect(Object.keys(info ?? {})).toEqual(["time", "level", "message", "port", "service"]);
    expect(info).toMatchObject({ service: "atlas", port: 1 });
    expect(error).toMatchObject({ service: "atlas", port: "80" });
    expect(shared.members).toBe(',"service":"atlas","port":"80"');
  });
});
