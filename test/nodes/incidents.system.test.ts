/** Nodes on one store, behind one public address, each with incidents of its own. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startNode, type Node } from "../engines/node.ts";
import { folderOf } from "../_folder.ts";

const PLUGIN = join(import.meta.dirname, "breakable.ts");

interface Incident {
  readonly here: boolean;
  readonly isOpen: boolean;
}

async function incidentsAt({ url }: Node): Promise<readonly Incident[]> {
  const { incidents } = (await (await fetch(`${url}/incidents`)).json()) as {
    incidents: readonly Incident[];
  };
  return incidents.map(({ here, isOpen }) => ({ here, isOpen }));
}

test("the restart of a node ends no incident of another (A10)", async () => {
  const folder = folderOf();
  const [fault, otherFault] = [join(folder, "broken"), join(folder, "broken-too")];
  const start = async (file: string) => {
    const node = await startNode({
      baseUrl: "https://api.example.com",
      stop: { delay: "0s" },
      plugins: {
        store: { file: join(folder, "waymark.db") },
        // A node that is silent for five intervals counts as gone; this one is only slow.
        history: { healthInterval: "100ms", interval: "60s" },
        [PLUGIN]: { file },
      },
    });
    onTestFinished(() => node.stop());
    return node;
  };
  const [node, other] = [await start(fault), await start(otherFault)];

  writeFileSync(fault, "");
  await expect.poll(() => incidentsAt(node)).toEqual([{ here: true, isOpen: true }]);
  await other.restart();
  // An incident of its own shows that it looked at its health, and at the open incidents, after the restart.
  writeFileSync(otherFault, "");
  await expect.poll(() => incidentsAt(other)).toHaveLength(2);
  expect(await incidentsAt(other)).toEqual([
    { here: true, isOpen: true },
    { here: false, isOpen: true },
  ]);

  // After a crash, it finds its own again.
  await other.kill();
  await other.restart();
  rmSync(otherFault);
  await expect
    .poll(() => incidentsAt(other))
    .toEqual([
      { here: true, isOpen: false },
      { here: false, isOpen: true },
    ]);
});
