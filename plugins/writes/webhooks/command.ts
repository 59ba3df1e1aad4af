/** `waymark webhooks`: manages the operator's subscriptions beside a running server, which follows at once. */
import { show, type Command, type CommandContext } from "waymark";
import type { Store } from "waymark/services";
import { chosenAction, requireSharedStore, type Action } from "../../shared/actions.ts";
import type { Options } from "./options.ts";
import {
  SecretRotation,
  WantedSubscription,
  type WebhookSubscription,
  type WebhookSubscriptionWithSecret,
} from "./schemas.ts";
import type { Subscriptions } from "./subscriptions.ts";

interface Use {
  readonly subscriptions: Subscriptions;
  readonly store: Store;
}
type Context = CommandContext<Options>;
type Run = (subscriptions: Subscriptions, ctx: Context, id: string) => Promise<void>;

const ALL = { fields: undefined, filters: [], sort: [], limit: undefined, after: undefined };

const ACTIONS: Readonly<Record<string, Action<Run>>> = {
  create: { run: create, flags: ["url", "events", "description"] },
  list: { run: list },
  resume: { run: resume, needsId: true },
  rotate: { run: rotate, needsId: true, flags: ["overlap"] },
  remove: { run: remove, needsId: true },
};

export const webhooksCommand: Command<Use, Options> = {
  summary: "Create, list, resume, rotate and remove subscriptions to webhooks",
  args: {
    action: { summary: Object.keys(ACTIONS).join(", ") },
    id: { summary: "resume, rotate, remove: id of the subscription", optional: true },
  },
  flags: {
    url: { type: "text", summary: "create: where to send events" },
    events: { type: "text", summary: "create: types, with commas between them; default *" },
    description: { type: "text", summary: "create: text for people" },
    overlap: { type: "text", summary: "rotate: how long both secrets sign; default 24h" },
    json: { type: "boolean", summary: "Print JSON" },
  },
  async run({ subscriptions, store }, ctx) {
    const run = chosenAction(ACTIONS, ctx, "webhooks", "subscription");
    requireSharedStore(store);
    await run(subscriptions, ctx, ctx.args["id"] ?? "");
  },
};

async function create(subscriptions: Subscriptions, ctx: Context): Promise<void> {
  const { url, events, description } = ctx.flags;
  const types = typeof events === "string" ? events.split(",").map((one) => one.trim()) : undefined;
  const wanted = WantedSubscription.safeParse({ url, events: types, description });
  if (!wanted.success) {
    const [{ path, message } = { path: [], message: "does not fit" }] = wanted.error.issues;
    throw new Error(`--${String(path[0])}: ${message}`);
  }
  const problem = subscriptions.check(undefined, wanted.data);
  if (problem !== undefined) throw new Error(`--${problem.field}: ${problem.detail}`);
  const conflict = await subscriptions.conflict(undefined, wanted.data.url);
  if (conflict !== undefined)
    throw new Error(`${conflict}\n  hint: waymark webhooks remove, or raise maxSubscriptions`);
  printOnce(await subscriptions.create(undefined, wanted.data), ctx);
}

async function list(subscriptions: Subscriptions, ctx: Context): Promise<void> {
  // All fields, as none are chosen.
  const items = (await subscriptions.list(undefined, ALL)).items as readonly WebhookSubscription[];
  if (ctx.flags["json"] === true) return ctx.print(JSON.stringify(items, undefined, 2));
  const rows = items.map((one) => [
    one.id,
    one.owner ?? "operator",
    one.url,
    one.events.join(" "),
    stateOf(one),
    one.createdAt,
    one.expiresAt ?? "-",
  ]);
  ctx.printTable([["ID", "OWNER", "URL", "EVENTS", "STATE", "CREATED", "EXPIRES"], ...rows]);
}

function stateOf({ active, pending, pausedAt }: WebhookSubscription): string {
  if (active) return pending ? "pending" : "active";
  return pausedAt === undefined ? "inactive" : "paused";
}

async function resume(subscriptions: Subscriptions, ctx: Context, id: string): Promise<void> {
  const changed = await subscriptions.change(undefined, id, { active: true });
  if (changed === undefined) throw unknown(id);
  ctx.note(`The subscription ${id} is active: deliveries that waited are sent now.`);
}

async function rotate(subscriptions: Subscriptions, ctx: Context, id: string): Promise<void> {
  const wanted = SecretRotation.safeParse({ overlap: ctx.flags["overlap"] });
  if (!wanted.success) throw new Error("--overlap: write a duration such as 24h, at most 30d");
  const rotated = await subscriptions.rotate(undefined, id, wanted.data.overlap);
  if (rotated === undefined) throw unknown(id);
  printOnce(rotated, ctx);
}

async function remove(subscriptions: Subscriptions, ctx: Context, id: string): Promise<void> {
  if (!(await subscriptions.remove(undefined, id))) throw unknown(id);
  ctx.note(`The subscription ${id} is removed.`);
}

function unknown(id: string): Error {
  return new Error(
    `no subscription has the id ${show(id)}\n  hint: waymark webhooks list shows all of them`,
  );
}

function printOnce(subscription: WebhookSubscriptionWithSecret, ctx: Context): void {
  if (ctx.flags["json"] === true) return ctx.print(JSON.stringify(subscription, undefined, 2));
  ctx.print(subscription.secret);
  ctx.note("The secret is shown this once: receivers verify signatures with it.");
  ctx.note(`id ${subscription.id}, events ${subscription.events.join(" ")}`);
}
