/** The figures in the README, between two comments. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Result } from "../harness/result.ts";
import { goalLine, withRange } from "./console.ts";
import type { Results } from "./write.ts";

const [BEGIN, END] = ["<!-- figures -->", "<!-- /figures -->"];

/** Replaces what is between the comments; leaves a file without them as it is. */
export function intoReadme(file: string, results: Results): void {
  const text = readFileSync(file, "utf8");
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) return;
  const figures = `${BEGIN}\n\n${markdown(results)}\n\n`;
  writeFileSync(file, text.slice(0, begin) + figures + text.slice(end));
}

function markdown({ node, machine, load, pinned, results }: Results): string {
  const cores = pinned ? "server and load on a core each" : "server and load share the cores";
  const head = `Node ${node}, ${machine}, ${load}, ${cores}. Medians, and in brackets the lowest and highest round.`;
  return [head, "![The ratios as bars](results/results.svg)", ...results.map(section)].join("\n\n");
}

function section({ title, date, commit, columns, rows, goals, note }: Result): string {
  const table = [
    `| | ${columns.join(" | ")} |`,
    `| --- |${columns.map(() => " ---: |").join("")}`,
    ...rows.map(
      ({ contender, figures }) =>
        `| ${contender} | ${columns.map((column) => withRange(figures[column])).join(" | ")} |`,
    ),
  ].join("\n");
  const list = goals.map((goal) => `- ${goalLine(goal)}`).join("\n");
  const measured = `Measured on ${date}, at ${commit}.`;
  return [`### ${title}`, measured, table, list, note ?? ""]
    .filter((part) => part !== "")
    .join("\n\n");
}
