/** Subscriptions of the config, at nodes that have different ones during a rollout. */
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import { Nodes, Runtime, type Store } from "waymark/services";
import { SECRET, startRooms } from "./_receiver.ts";
import { folderOf } from "../../_folder.ts";
import { RawStore } from "../../_raw-store.ts";

/** A node whose config has these subscriptions. `others` are the revisions of the other nodes. */
async function startNode(file: string, urls: Readonly<Record<string, string>>, others: string[]) {
  let store: Store | undefined;
  const nodes = definePlugin({
    id: "nodes",
    summary: "Knows nodes.",
    needs: { runtime: Runtime },
    provides: { nodes: Nodes },
    setup: ({ runtime }) => ({
      nodes: {
        list: async () =>
          [runtime.registry.revision, ...others].map((revision) => ({
            ...runtime.instance,
            revision,
            seenAt: 0,
          })),
      },
    }),
  });
  const witness = definePlugin({
    id: "witness",
    summary: "Looks at the store.",
    needs: { store: RawStore },
    setup: (use) => void ({ store } = use),
  });
  const subscriptions = Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, { url, secret: SECRET }]),
  );
  await startRooms({ subscriptions }, { store: { file } }, [nodes as Plugin, witness as Plugin]);
  return async () => {
    const rows = store?.table("webhookSubscriptions").acrossOwners();
    const { items = [] } = (await rows?.list<{ id: string; url: string }>({})) ?? {};
    return Object.fromEntries(items.map(({ id, url }) => [id, new URL(url).pathname]));
  };
}

it("stay until all nodes have the same config, and then become those of it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const file = join(folderOf(), "waymark.db");
  const local = "http://127.0.0.1";
  const others = ["older"];
  const rows = await startNode(file, { own: `${local}/new`, added: `${local}/added` }, others);
  await startNode(file, { own: `${local}/old`, gone: `${local}/gone` }, ["newer"]);
  const both = { "config-own": "/old", "config-added": "/added", "config-gone": "/gone" };
  expect(await rows()).toEqual(both);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await rows()).toEqual(both);

  others.length = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(async () =>
    expect(await rows()).toEqual({ "config-own": "/new", "config-added": "/added" }),
  );
});
