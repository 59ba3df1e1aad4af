/** Subscriptions of the operator: the subscriptions of the config. */
import { UniqueViolation, type Nodes, type Runtime, type Store } from "waymark/services";
import type { Options } from "./options.ts";
import { SUBSCRIPTIONS, type SubscriptionRow } from "./schemas.ts";
import type { Subscriptions } from "./subscriptions.ts";

const CONFIGURED = "config-";

interface Services {
  readonly store: Store;
  readonly runtime: Runtime;
  readonly nodes: Nodes | undefined;
  readonly subscriptions: Subscriptions;
}

/**
 * Adds the subscriptions of the config, removes subscriptions that it lacks, and encrypts all secrets with its first key.
 * Other nodes may have another config during a rollout, and lose no events of theirs: then this waits until all have the same.
 *
 * @returns a function to call again from time to time, which does what had to wait.
 */
export async function configure(
  { store, runtime, nodes, subscriptions }: Services,
  wanted: Options["subscriptions"],
): Promise<() => Promise<void>> {
  let isSettled = nodes === undefined;
  const table = store.table(SUBSCRIPTIONS).acrossOwners();
  const add = async () => {
    for (const [name, own] of Object.entries(wanted)) {
      const { secret, ...one } = own;
      const id = CONFIGURED + name;
      const problem = subscriptions.check(undefined, one);
      if (problem !== undefined) throw new Error(`subscriptions.${name}: ${problem.detail}`);
      if (await subscriptions.configure(id, own)) continue;
      await subscriptions
        .create(undefined, { ...one, active: true }, {}, { id, secret })
        .catch((error: unknown) => {
          // Another node with this config was faster.
          if (!(error instanceof UniqueViolation)) throw error;
        });
    }
  };
  const removeOthers = async () => {
    const present = (await table.list<SubscriptionRow>({ fields: ["id"] })).items;
    const stray = present.filter(
      ({ id }) => id.startsWith(CONFIGURED) && !Object.hasOwn(wanted, id.slice(CONFIGURED.length)),
    );
    await table.removeAll(stray.map(({ id }) => id));
  };
  await subscriptions.reseal(isSettled);
  if (isSettled) await removeOthers();
  await add();
  return async () => {
    if (isSettled || !runtime.ready) return;
    // While the nodes cannot be known, there may be others.
    const all = (await nodes?.list().catch(() => undefined)) ?? [];
    const { revision } = runtime.registry;
    if (all.length === 0 || all.some((node) => node.revision !== revision)) return;
    await subscriptions.reseal(true);
    await removeOthers();
    await add(); // a node that starts again during a rollout brings its former values back
    isSettled = true;
  };
}
