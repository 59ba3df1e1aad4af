/** results.json, results.svg and, where the README is beside them, its figures. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Result } from "../harness/result.ts";
import { hasWrk } from "../harness/load.ts";
import { pinned } from "../harness/pin.ts";
import { works } from "../works/index.ts";
import { intoReadme } from "./markdown.ts";
import { picture } from "./svg.ts";

export interface Results {
  readonly node: string;
  readonly machine: string;
  readonly load: "wrk" | "own loader";
  readonly pinned: boolean;
  readonly results: readonly Result[];
}

/** Writes what was measured; works that were not keep the results they had. */
export function writeReports(folder: string, measured: readonly Result[]): void {
  const file = join(folder, "results.json");
  const before: Results | undefined = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : undefined;
  const results = works.flatMap(({ id }) => {
    const of = (list: readonly Result[] | undefined) => list?.find(({ work }) => work === id);
    return of(measured) ?? of(before?.results) ?? [];
  });
  const [cpu] = cpus();
  const all: Results = {
    node: process.version,
    machine: `${cpu?.model.trim() ?? "unknown"}, ${cpus().length} cores`,
    load: hasWrk ? "wrk" : "own loader",
    pinned,
    results,
  };
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(join(folder, "results.svg"), picture(all));
  const readme = join(folder, "../README.md");
  if (existsSync(readme)) intoReadme(readme, all);
  process.stdout.write(`\nwritten: ${file} and results.svg\n`);
}
