/** The outbox: deliveries of a change are inserted in the transaction that makes it. */
import { definePolicy, ownState, type Principal } from "waymark";
import { changesResource, isInAudience, isRecipient, type Change } from "waymark/advanced";
import { Runtime, Store, type PublishedEvent } from "waymark/services";
import { changeOf } from "../../shared/change.ts";
import type { Deliveries, Message } from "./deliveries.ts";
import { fits, isSent, OWN } from "./event-types.ts";
import { Options } from "./options.ts";
import { statementOf } from "./statement.ts";
import type { Subscriptions } from "./subscriptions.ts";

interface Services {
  readonly store: Store;
  readonly runtime: Runtime;
}

export class Outbox {
  readonly #deliveries: Deliveries;
  readonly #subscriptions: Subscriptions;
  readonly #use: Services;

  constructor(deliveries: Deliveries, subscriptions: Subscriptions, use: Services) {
    this.#deliveries = deliveries;
    this.#subscriptions = subscriptions;
    this.#use = use;
  }

  /** Sends an event, as part of the transaction that publishes it if there is one. */
  publish(event: PublishedEvent): void {
    const { store, runtime } = this.#use;
    if (isSent(event.event, runtime.registry)) store.beforeCommit(() => this.#addEvent(event));
  }

  /** Inserts a delivery for each subscription that wants the change and may learn of it. */
  async add(change: Change, about: Pick<Message, "etag" | "trace">): Promise<void> {
    const { path, resource, key, kind } = change;
    const message = { type: `${resource}.${kind}`, path, resource, key, kind, ...about };
    await this.#insert(message, (principal) => isRecipient(principal, change.recipients));
  }

  async #addEvent({ event, data, recipients }: PublishedEvent): Promise<void> {
    const access = this.#use.runtime.registry.audiences[event] ?? "public";
    const message = { type: event, data: Object(data) };
    await this.#insert(
      message,
      (principal) =>
        isInAudience(principal, access) &&
        (recipients === undefined || isRecipient(principal, recipients)),
    );
  }

  /** The operator's subscriptions learn of everything, the others of what their owner may read. */
  async #insert(message: Message, mayLearn: (principal: Principal) => boolean): Promise<void> {
    const wanting = (await this.#subscriptions.active()).filter(
      ({ pending, events, owner, scopes }) =>
        !pending &&
        events.some((pattern) => fits(message.type, pattern)) &&
        (owner === undefined || mayLearn({ id: owner, kind: "", name: "", scopes })),
    );
    await this.#deliveries.add(
      message,
      wanting.map(({ id }) => id),
    );
  }
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
        // The tag of an answer for one caller would confirm the guesses of others.
        const etag = "etag" in end && end.facts.personal !== true ? end.etag : undefined;
        await state().outbox.add(change, { etag, trace: call.trace?.headers["traceparent"] });
        return end;
      },
    };
  },
  statement: ({ options }) => statementOf(options),
  conformance: () => import("./conformance.ts"),
});
