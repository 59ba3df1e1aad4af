/** The actions of `waymark status`. */
import { didYouMean, show, textIn, toMilliseconds } from "waymark";
import { z } from "zod";
import { Duration } from "../../../schemas/duration.ts";
import { requireSharedStore } from "../../shared/actions.ts";
import { ANNOUNCED } from "../../shared/languages.ts";
import { Announcement, INCIDENT_STATES, isOver, isShown } from "./announcements.ts";
import { type Context, flagIn, type Kind, type Use } from "./flags.ts";
import { findGroup, groupIncidents } from "./incident-groups.ts";
import { MOST_INCIDENTS } from "./info.ts";
import { SERVICE } from "./names.ts";
import { Text } from "./options.ts";

const [FIRST] = ANNOUNCED;
const NOUN = { note: "notice", maintenance: "maintenance", update: "update" } as const;
const Time = z.iso.datetime({ offset: true });

export async function add(use: Use, ctx: Context, kind: Kind): Promise<void> {
  const { announcements, clock, store } = use;
  requireSharedStore(store);
  if (kind === "update") return addUpdate(use, ctx);
  const now = clock.now();
  const from = timeOf("from", ctx, now) ?? now;
  const until = timeOf("until", ctx, from);
  if (until === undefined && kind === "maintenance")
    throw new Error("maintenance needs an end\n  hint: write --until 2h, or a time");
  if (until !== undefined && until <= Math.max(from, now))
    throw new Error(
      `--until: it has to be later than ${until <= now ? "now" : "--from"}; received ${show(ctx.flags["until"])}`,
    );
  const text = localized("text", ctx);
  const title = kind === "note" ? text : localized("title", ctx);
  if (title === undefined)
    throw new Error(
      kind === "note"
        ? 'a notice needs a text\n  hint: write --text "We move to new disks"'
        : 'maintenance needs a title\n  hint: write --title "New disks"',
    );
  const affects = subjects(ctx);
  const details = kind === "note" ? undefined : text;
  const one = await announcements.add({ kind, title, text: details, from, until, affects });
  if (ctx.flags["json"] === true) return ctx.print(JSON.stringify(asTimes(one), undefined, 2));
  ctx.print(one.id);
  ctx.note(
    `The ${NOUN[kind]} is announced from ${iso(from)}${until === undefined ? "; waymark status note end takes it off" : ` until ${iso(until)}`}.`,
  );
}

/** Adds an update of an incident, which may be over. */
async function addUpdate({ announcements, clock, history }: Use, ctx: Context): Promise<void> {
  const { id = "" } = ctx.args;
  const { state } = ctx.flags;
  const title = localized("text", ctx);
  if (title === undefined)
    throw new Error('an update needs a text\n  hint: write --text "A disk is full."');
  const known = INCIDENT_STATES.find((one) => one === state);
  if (known === undefined)
    throw new Error(
      `an update says what the state is since; received ${show(state)}\n  hint: write --state ${INCIDENT_STATES.join(", or --state ")}`,
    );
  const incidents = (await history?.incidents(MOST_INCIDENTS)) ?? [];
  const groups = groupIncidents(incidents);
  const group = findGroup(incidents, groups, id);
  if (group === undefined) {
    const open = groups.filter((one) => one.end === undefined).map((one) => one.id);
    const hint = open.length === 0 ? "the address of its page ends with it" : `open: ${open}`;
    throw new Error(`no incident has the id ${show(id)}\n  hint: ${hint}`);
  }
  const now = clock.now();
  const about = { kind: "update", incident: group.id, state: known } as const;
  // It is over at once, so that it makes room for others before they do.
  const added = await announcements.add({ ...about, title, from: now, until: now, affects: [] });
  if (ctx.flags["json"] === true) return ctx.print(JSON.stringify(asTimes(added), undefined, 2));
  ctx.print(added.id);
  ctx.note(`The incident ${group.id} is ${known} since ${iso(now)}.`);
}

export async function list({ announcements, clock }: Use, ctx: Context, kind: Kind): Promise<void> {
  const now = clock.now();
  const all = (await announcements.all()).filter((one) => one.kind === kind);
  if (ctx.flags["json"] === true) return ctx.print(JSON.stringify(all.map(asTimes), undefined, 2));
  const configured = new Set(announcements.configured);
  ctx.printTable([
    ["ID", "STATE", "FROM", "UNTIL", "AFFECTS", kind === "maintenance" ? "TITLE" : "TEXT"],
    ...all.map((one) => [
      configured.has(one) ? "(config)" : one.id,
      one.state ?? (isOver(one, now) ? "over" : isShown(one, now) ? "current" : "planned"),
      one.from === 0 ? "-" : iso(one.from),
      one.until === undefined ? "-" : iso(one.until),
      one.incident ?? (one.affects.join(" ") || "-"),
      textIn(one.title, FIRST).replaceAll(/\s+/g, " "),
    ]),
  ]);
}

export async function end(use: Use, ctx: Context, kind: Kind): Promise<void> {
  const one = await existing(use, ctx, kind);
  const now = use.clock.now();
  if (isOver(one, now)) throw new Error(`the ${NOUN[kind]} ${one.id} is over`);
  if (!isShown(one, now))
    throw new Error(
      `the ${NOUN[kind]} ${one.id} has not begun\n  hint: waymark status ${kind} remove ${one.id} takes it back`,
    );
  await use.announcements.end(one);
  done(ctx, `The ${NOUN[kind]} ${one.id} is over.`, { ...one, until: now });
}

export async function remove(use: Use, ctx: Context, kind: Kind): Promise<void> {
  const one = await existing(use, ctx, kind);
  await use.announcements.remove(one);
  done(ctx, `The ${NOUN[kind]} ${one.id} is removed.`, one);
}

function done(ctx: Context, message: string, one: Announcement): void {
  if (ctx.flags["json"] === true) ctx.print(JSON.stringify(asTimes(one), undefined, 2));
  else ctx.note(message);
}

async function existing(
  { announcements, store }: Use,
  ctx: Context,
  kind: Kind,
): Promise<Announcement> {
  requireSharedStore(store);
  const id = ctx.args["id"] ?? "";
  const rows = await announcements.kept();
  const found = rows.find((one) => one.id === id && one.kind === kind);
  if (found !== undefined) return found;
  throw new Error(
    announcements.configured.some((one) => one.id === id)
      ? `the ${NOUN[kind]} ${id} is in the config: change it there`
      : `there is no ${NOUN[kind]} with the id ${show(id)}\n  hint: waymark status ${kind} list shows all of them`,
  );
}

/** Returns the milliseconds since 1970 of a time, or of a duration that begins at `start`. */
function timeOf(flag: "from" | "until", ctx: Context, start: number): number | undefined {
  const text = ctx.flags[flag];
  if (text === undefined) return undefined;
  const duration = Duration.safeParse(text);
  const at = duration.success
    ? start + Math.round(toMilliseconds(duration.data))
    : Date.parse(Time.safeParse(text).data ?? "");
  if (Number.isNaN(at) || new Date(at).getUTCFullYear() > 9999)
    throw new Error(
      `--${flag}: write a time with its zone, such as 2027-01-31T22:00:00Z, or a duration such as 2h; received ${show(text)}`,
    );
  return at;
}

/** Returns a text for all languages, or a text for each of them. */
function localized(flag: "title" | "text", { flags }: Context): Announcement["title"] | undefined {
  const texts = ANNOUNCED.flatMap((tag) => {
    const name = flagIn(flag, tag);
    const text = flags[name];
    if (typeof text !== "string") return [];
    const { error } = Text.safeParse(text);
    if (error !== undefined)
      throw new Error(`--${name}: ${error.issues[0]?.message}; received ${show(text)}`);
    return [[tag, text] as const];
  });
  const [[, whole] = []] = texts;
  if (texts.length === 0 || (texts.length === 1 && flags[flag] !== undefined)) return whole;
  const missing = ANNOUNCED.find((tag) => texts.every(([other]) => other !== tag));
  if (missing === undefined) return Object.fromEntries(texts);
  throw new Error(
    `--${flagIn(flag, missing)} is missing: a text is one for all languages, or one for each of them (${ANNOUNCED.join(", ")})`,
  );
}

function subjects({ flags, registry, note }: Context): string[] {
  const { affects } = flags;
  if (typeof affects !== "string") return [];
  const names = affects.split(",").map((name) => name.trim());
  const plugins = registry.installed
    .filter(({ enabled }) => enabled)
    .map(({ plugin }) => plugin.id);
  for (const name of names) {
    const [plugin = "", check = ""] = name.split(":");
    if (name !== SERVICE && (plugin === "" || check === ""))
      throw new Error(
        `--affects: write a health check as plugin:check, such as store:store; received ${show(name)}`,
      );
    if (name !== SERVICE && !plugins.includes(plugin))
      note(`No plugin that is on has the id ${plugin}: ${didYouMean(plugin, plugins)}`);
  }
  return names;
}

function asTimes({ from, until, announced, ...one }: Announcement): object {
  const time = (at: number | undefined) => (at === undefined || at === 0 ? undefined : iso(at));
  return { ...one, from: time(from), until: time(until), announced: time(announced) };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
