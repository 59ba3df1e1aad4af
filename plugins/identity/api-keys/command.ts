/** `waymark keys`: manages keys beside a running server, which follows at once. */
import { show, toMilliseconds, type Command, type CommandContext } from "waymark";
import type { Clock, Store } from "waymark/services";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { chosenAction, requireSharedStore, type Action } from "../../shared/actions.ts";
import { unaskedScopes } from "./grant.ts";
import type { KeyManager } from "./manager.ts";
import { MAX_GRACE, Rotation, WantedKey, type ApiKey, type ApiKeyWithToken } from "./schemas.ts";
import { isToken } from "./token.ts";

interface Own {
  readonly keys: KeyManager;
}
interface Services {
  readonly clock: Clock;
  readonly store: Store;
}
type Use = Own & Services;
type Context = CommandContext<object>;
type Run = (use: Use, ctx: Context) => Promise<void>;

const ACTIONS: Readonly<Record<string, Action<Run>>> = {
  create: { run: create, flags: ["name", "scopes", "plan", "expires"] },
  list: { run: list },
  revoke: { run: revoke, needsId: true },
  rotate: { run: rotate, needsId: true, flags: ["grace"] },
};

const Time = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

export const keysCommand: Command<Services, object, Own> = {
  summary: "Create, list, revoke and rotate API keys",
  args: {
    action: { summary: Object.keys(ACTIONS).join(", ") },
    id: { summary: "revoke, rotate: id of the key", optional: true },
  },
  flags: {
    name: { type: "text", summary: "create: name for people" },
    scopes: { type: "text", summary: "create: scopes, with commas between them" },
    plan: { type: "text", summary: "create: name of a plan" },
    expires: { type: "text", summary: "create: duration such as 90d, or time; default never" },
    grace: { type: "text", summary: "rotate: how long the present secret stays valid; default 0s" },
    json: { type: "boolean", summary: "Print JSON" },
  },
  async run(use, ctx) {
    const run = chosenAction(ACTIONS, ctx, "keys", "key");
    requireSharedStore(use.store);
    await run({ ...use, ...ctx.state }, ctx);
  },
};

async function create({ keys, clock }: Use, ctx: Context): Promise<void> {
  const { name, scopes, plan, expires } = ctx.flags;
  if (name === undefined)
    throw new Error('a key needs a name\n  hint: write --name "Nightly export"');
  const written = typeof scopes === "string" ? scopes.split(",").map((scope) => scope.trim()) : [];
  const wanted = WantedKey.safeParse({
    name,
    scopes: written,
    plan,
    expiresAt: expires === undefined ? undefined : timeOf(String(expires), clock),
  });
  if (!wanted.success) {
    const [{ path, message } = { path: [], message: "does not fit" }] = wanted.error.issues;
    const [field = "", at] = path;
    const received = at === undefined ? ctx.flags[String(field)] : written[Number(at)];
    throw new Error(`--${String(field)}: ${message}; received ${show(received)}`);
  }
  const problem = keys.check(wanted.data);
  if (problem !== undefined)
    throw new Error(`--${problem.field.replace(/At$/, "")}: ${problem.detail}`);
  const key = await keys.create(wanted.data);
  printOnce(key, ctx);
  if (ctx.flags["json"] !== true)
    for (const scope of unaskedScopes(ctx.registry, key.scopes))
      ctx.note(`No route asks for the scope ${scope}: check its spelling.`);
}

async function list({ keys }: Use, ctx: Context): Promise<void> {
  const sort = [{ field: "createdAt", descending: false }];
  const query = { fields: undefined, filters: [], sort, limit: undefined, after: undefined };
  // All fields, as none are chosen.
  const items = (await keys.list(query)).items as readonly ApiKey[];
  if (ctx.flags["json"] === true) return printJson(items, ctx);
  const rows = items.map((key) => [
    key.id,
    key.name,
    keys.stateOf(key),
    key.scopes.join(" ") || "-",
    key.plan ?? "-",
    key.createdAt,
    key.expiresAt ?? "never",
    key.lastUsedAt ?? "never",
  ]);
  ctx.printTable([
    ["ID", "NAME", "STATE", "SCOPES", "PLAN", "CREATED", "EXPIRES", "LAST USED"],
    ...rows,
  ]);
}

async function revoke({ keys }: Use, ctx: Context): Promise<void> {
  const key = await existing(keys, ctx);
  const revoked = await keys.revoke(key.id);
  if (ctx.flags["json"] === true) return printJson(revoked, ctx);
  ctx.print(
    key.revokedAt === undefined
      ? `The key ${key.id} (${key.name}) is revoked. Every server on this data refuses it within a second.`
      : `The key ${key.id} (${key.name}) was revoked at ${key.revokedAt} already.`,
  );
}

async function rotate({ keys }: Use, ctx: Context): Promise<void> {
  const { grace = "0s" } = ctx.flags;
  const wanted = Rotation.safeParse({ grace });
  if (!wanted.success)
    throw new Error(
      `--grace: a duration such as 24h, at most ${MAX_GRACE}; received ${show(grace)}`,
    );
  const key = await existing(keys, ctx);
  const rotated = await keys.rotate(key, wanted.data.grace);
  if (rotated === undefined) throw new Error(await keys.conflictOf(key));
  printOnce(rotated, ctx);
  if (ctx.flags["json"] === true) return;
  const { previousUntil } = rotated;
  ctx.note(
    previousUntil === undefined
      ? "The secret before it is refused from now on."
      : `The secret before it counts until ${previousUntil}.`,
  );
}

/** Returns the key that the command names. A whole key is not repeated in the message. */
async function existing(keys: KeyManager, { args: { id = "" } }: Context): Promise<ApiKey> {
  if (isToken(id))
    throw new Error("received a whole key\n  hint: write its id only, the part after wm_");
  const key = await keys.find(id);
  if (key === undefined)
    throw new Error(`no key has the id ${show(id)}\n  hint: waymark keys list shows all keys`);
  return key;
}

function timeOf(text: string, clock: Clock): string {
  const duration = Duration.safeParse(text);
  const time = duration.success
    ? new Date(clock.now() + toMilliseconds(duration.data))
    : new Date(Time.safeParse(text).success ? text : Number.NaN);
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999)
    throw new Error(
      `--expires: write a duration such as 90d, or a time such as 2030-01-31T00:00:00Z; received ${show(text)}`,
    );
  return time.toISOString();
}

function printOnce(key: ApiKeyWithToken, ctx: Context): void {
  if (ctx.flags["json"] === true) return printJson(key, ctx);
  const scopes = key.scopes.join(" ") || "none";
  ctx.print(key.token);
  ctx.note("The key is shown this once: only a hash of it is kept.");
  ctx.note(`id ${key.id}, name ${key.name}, scopes ${scopes}, expires ${key.expiresAt ?? "never"}`);
}

function printJson(value: unknown, ctx: Context): void {
  ctx.print(JSON.stringify(value, undefined, 2));
}
