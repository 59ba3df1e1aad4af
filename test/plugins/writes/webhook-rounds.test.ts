/** Rounds of the worker that sends webhooks, while the store fails. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { definePlugin, type Plugin } from "waymark";
import preset from "waymark/preset";
import { fixedClock } from "waymark/testing";
import { WebhookDeliveries } from "../../../plugins/writes/webhooks/services.ts";
import { startServer } from "../../_setup.ts";
import { local, put, receiver, rooms, SECRET, startRooms } from "./_receiver.ts";

it("are repeated when they fail, though nothing else was due and nothing is written any more", async () => {
  let [rounds, failures] = [0, 0];
  const breaker = definePlugin({
    id: "breaker",
    summary: "Makes looks for deliveries fail.",
    needs: { deliveries: WebhookDeliveries },
    setup({ deliveries }) {
      const due = deliveries.due.bind(deliveries);
      deliveries.due = async (...args) => {
        rounds++;
        if (failures-- > 0) throw new Error("the store takes no statement");
        return due(...args);
      };
    },
  });
  const { url, all } = await receiver();
  const subscriptions = { all: { url, secret: SECRET } };
  const server = await startRooms({ subscriptions }, {}, [breaker as Plugin]);
  await put(server, "a");
  await expect.poll(() => all.length).toBe(1);
  // Until it is idle: it looks for deliveries of others each second.
  for (let before = -1; before !== rounds; await pause(1500)) before = rounds;
  failures = 1;
  await put(server, "b");
  await expect.poll(() => all.length).toBe(2);
});

it("ask the database again although nothing seemed to be due", async () => {
  const clock = fixedClock();
  let [missed, isOver] = [0, false];
  const breaker = definePlugin({
    id: "breaker",
    summary: "Misses a delivery once.",
    needs: { deliveries: WebhookDeliveries },
    setup({ deliveries }) {
      const due = deliveries.due.bind(deliveries);
      deliveries.due = async (...args) => {
        if (isOver) return due(...args);
        missed++;
        return { due: [], nextAt: Infinity };
      };
    },
  });
  const { url, all } = await receiver();
  const subscriptions = { all: { url, secret: SECRET } };
  const server = await startServer({
    clock,
    plugins: [...preset, rooms, breaker as Plugin],
    config: { plugins: { webhooks: { ...local, subscriptions } } },
  });
  await put(server, "a");
  for (let before = -1; before !== missed; await pause(1500)) before = missed;
  isOver = true;
  clock.advance("30s");
  await expect.poll(() => all.length).toBe(1);
});
