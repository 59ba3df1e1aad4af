/** Compares what plugins contribute to points, as each point rates it. */
import type { Report } from "./change.ts";
import { pairs } from "./change.ts";

const RULES = {
  breaking: "point-breaking",
  unknown: "point-unknown",
  "non-breaking": "point-safe",
} as const;

const SENTENCES = { added: "is new", removed: "is gone", changed: "changed" } as const;

export function comparePoints(report: Report): void {
  const { before, after } = report;
  for (const [, old, current] of pairs(before.points ?? {}, after.points ?? {})) {
    const point = current ?? old;
    if (point === undefined) continue;
    for (const [name, was, is] of pairs(old?.entries ?? {}, current?.entries ?? {})) {
      if (JSON.stringify(was) === JSON.stringify(is)) continue;
      const kind = was === undefined ? "added" : is === undefined ? "removed" : "changed";
      const at = report.at(`${point.noun} ${name}`);
      at.add(RULES[point.rates[kind]], `the ${point.noun} ${SENTENCES[kind]}`, kind);
    }
  }
}
