/**
 * Stops a server under busy clients, again and again, and prints what each stop lost:
 * `node test/kernel/cli/stop-rounds.ts [rounds] [delay]`, by default 50 rounds with a delay of 1s.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { busyClients, type Tally } from "./_busy-clients.ts";

const CLIENTS = 16;
const BIN = join(import.meta.dirname, "../../../kernel/cli/bin.ts");
const [rounds = "50", delay = "1s"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "waymark-stop-"));
writeFileSync(
  join(folder, "waymark.config.yaml"),
  `stop: { delay: ${delay} }\nplugins: { access-log: false, rate-limit: false }\n`,
);
const sum: Tally = { answered: 0, announced: 0, lost: 0 };
for (let round = 1; round <= Number(rounds); round++) {
  const { code, ...tally } = await stopOnce();
  print(`round ${round}: exit ${code}, ${JSON.stringify(tally)}`);
  for (const key of ["answered", "announced", "lost"] as const) sum[key] += tally[key];
}
print(`${rounds} stops under ${CLIENTS} clients, delay ${delay}: ${JSON.stringify(sum)}`);
rmSync(folder, { recursive: true });
process.exitCode = sum.lost === 0 ? 0 : 1;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function stopOnce(): Promise<Tally & { readonly code: unknown }> {
  const child = spawn(process.execPath, [BIN, "start"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const url = await new Promise<string>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const [, found] = /listening on (http:[^"]+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const { until } = busyClients(url, CLIENTS);
  await sleep(300);
  child.kill("SIGTERM");
  return { ...(await until), code: await ended };
}
