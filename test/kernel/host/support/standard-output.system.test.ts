import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { LineOutput, type Recovery } from "../../../../kernel/host/support/standard-output.ts";
import { fill, smallDisk } from "../../../_tmpfs.ts";

function outputTo(path: string) {
  const fd = openSync(path, "a");
  onTestFinished(() => closeSync(fd));
  const output = new LineOutput(fd);
  const recoveries: Recovery[] = [];
  output.onRecovery = (recovery) => recoveries.push(recovery);
  return { output, recoveries };
}

it("writes lines in their order", async (context) => {
  const path = join(smallDisk(context, 1024), "log");
  const { output, recoveries } = outputTo(path);
  const lines = Array.from({ length: 5000 }, (_, n) => `line ${n}\n`);
  for (const line of lines) output.write(line);
  await output.drain(10_000);
  expect(readFileSync(path, "utf8")).toBe(lines.join(""));
  expect({ lost: output.lost, recoveries }).toEqual({ lost: 0, recoveries: [] });
});

it("keeps lines while the disk is full, and says once that it recovered (E1)", async (context) => {
  const disk = smallDisk(context, 64);
  const path = join(disk, "log");
  const { output, recoveries } = outputTo(path);
  output.write("before\n");
  await output.drain(10_000);
  const free = fill(disk);
  const during = `${"x".repeat(7000)}\n`;
  for (let n = 0; n < 3; n++) output.write(during);
  await output.drain(10_000); // resolves at the failure
  expect(recoveries).toEqual([]);
  free();
  await vi.waitFor(() => expect(recoveries).toHaveLength(1), 10_000);
  expect(recoveries).toEqual([{ lost: 0, reason: expect.stringContaining("ENOSPC") }]);
  // The first may have been cut off where the disk ended; the rest of it follows.
  expect(readFileSync(path, "utf8")).toBe(`before\n${during.repeat(3)}`);
});

it("counts the lines that do not fit into memory (E1)", async () => {
  const { output } = outputTo("/dev/full");
  const line = `${"x".repeat(1024 * 1024 - 1)}\n`;
  for (let n = 0; n < 20; n++) output.write(line);
  expect(output.lost).toBe(4);
  await output.drain(10_000);
});

it("loses the lines of a reader that left, without end (E1)", async () => {
  const program = `
    const { LineOutput } = await import(${JSON.stringify(import.meta.resolve("../../../../kernel/host/support/standard-output.ts"))});
    const output = new LineOutput(1);
    process.stdin.once("data", () => {
      for (let n = 0; n < 3; n++) output.write("one\\ntwo\\n");
      setTimeout(() => process.stderr.write(String(output.lost), () => process.exit()), 300);
    });
    process.stdout.isTTY; // opens the pipe without blocking, as the log does
    output.write("ready\\n");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stdout.once("data", () => {
    child.stdout.destroy();
    child.stdin.write("go");
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect({ code, said }).toEqual({ code: 0, said: "6" });
});
