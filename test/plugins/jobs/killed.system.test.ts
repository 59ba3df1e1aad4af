/** Jobs of processes that share their data, some of which are killed at random moments. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { start } from "../../kernel/cli/_server.ts";
import { folderOf } from "../../_folder.ts";

const FILES = {
  "waymark.config.yaml": `stop: { delay: 0s }
plugins:
  ./tide.mjs: true
  store: { file: data.db }
  access-log: false
`,
  "tide.mjs": `import { appendFileSync } from "node:fs";
export default {
  id: "tide",
  summary: "Notes each second.",
  jobs: () => ({
    note: {
      every: "1s",
      async run() {
        const note = (what) => appendFileSync("runs", what + " " + Math.floor(Date.now() / 1000) + "\\n");
        note("begun");
        await new Promise((resolve) => setTimeout(resolve, 200));
        note("ended");
      },
    },
  }),
};
`,
  runs: "",
};

const KILLS = 2;

it(`runs each time once, through ${KILLS} kills, and goes on afterwards`, async () => {
  const folder = folderOf(FILES);
  const seconds = (what: string) =>
    readFileSync(join(folder, "runs"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith(what))
      .map((line) => Number(line.split(" ")[1]));
  let begun = 0;
  for (let round = 0; round < KILLS; round++) {
    const nodes = [start(folder), start(folder)];
    await Promise.all(nodes.map((node) => node.url()));
    await expect.poll(() => seconds("begun").length).toBeGreaterThan(begun);
    await pause(Math.random() * 1000);
    for (const node of nodes) node.kill("SIGKILL");
    await Promise.all(nodes.map(({ ended }) => ended));
    begun = seconds("begun").length;
  }
  const times = seconds("begun");
  // A run that is claimed at the end of a second may note the next one, whose run another node then has.
  expect(times.length - new Set(times).size).toBeLessThanOrEqual(1);
  // A run that was cut short is not done again, since it may have done its work.
  expect(times.length - seconds("ended").length).toBeLessThanOrEqual(KILLS);
});
