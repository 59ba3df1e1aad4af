/** The outbox: deliveries of a change are inserted in the transaction that makes it. */
import { definePolicy, ownState } from "waymark";
import { changesResource, isRecipient, type Change } from "waymark/advanced";
import { Runtime, Store } from "waymark/services";
import { changeOf } from "../../shared/change.ts";
import type { Deliveries, Message } from "./deliveries.ts";
import { fits, OWN } from "./event-types.ts";
import { Options } from "./options.ts";
import type { SubscriptionRow } from "./schemas.ts";
import { statementOf } from "./statement.ts";
import type { Subscriptions } from "./subscriptions.ts";

export class Outbox {
  readonly #deliveries: Deliveries;
  readonly #subscriptions: Subscriptions;

  constructor(deliveries: Deliveries, subscriptions: Subscriptions) {
    this.#deliveries = deliveries;
    this.#subscriptions = subscriptions;
  }

  /** Inserts a delivery for each subscription that wants the change and may learn of it. */
  async add(change: Change, about: Pick<Message, "etag" | "trace">): Promise<void> {
    const { path, resource, key, kind } = change;
    const type = `${resource}.${kind}`;
    const wanting = (await this.#subscriptions.active()).filter(
      (one) =>
        !one.pending && one.events.some((pattern) => fits(type, pattern)) && mayLearn(one, change),
    );
    const message = { type, path, resource, key, kind, ...about };
    await this.#deliveries.add(
      message,
      wanting.map(({ id }) => id),
    );
  }
}

/** The operator's subscriptions learn of everything, the others of what their owner may read. */
function mayLearn({ owner, scopes }: SubscriptionRow, { recipients }: Change): boolean {
  if (owner === undefined) return true;
  return isRecipient({ id: owner, kind: "", name: "", scopes }, recipients);
}

export const outboxPolicy = definePolicy({
  id: "webhooks",
  options: Options,
  state: ownState<{ readonly outbox: Outbox }>(),
  needs: { runtime: Runtime, store: Store },
  compile({ declaration, plugin }, { use, state }) {
    if (plugin === OWN || !changesResource(declaration)) return undefined;
    return {
      async around(call, proceed) {
        const end = await proceed();
        const { runtime, store } = use();
        const change = changeOf(call, end, runtime.registry, store.changed());
        if (change === undefined) return end;
        const etag = "etag" in end ? end.etag : undefined;
        await state().outbox.add(change, { etag, trace: call.trace?.headers["traceparent"] });
        return end;
      },
    };
  },
  statement: ({ options }) => statementOf(options),
  conformance: () => import("./conformance.ts"),
});
