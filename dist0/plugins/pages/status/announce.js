import "../../../chunks/kernel.js";
import { a as show, n as didYouMean } from "../../../chunks/finding.js";
import { n as datetime } from "../../../chunks/zod3.js";
import { n as toMilliseconds } from "../../../chunks/duration.js";
import { c as textIn } from "../../../chunks/page-form.js";
import { t as Duration } from "../../../chunks/duration2.js";
import { _ as LANGUAGES, c as isOver, d as Text, l as isShown, n as flagIn } from "../../../chunks/flags.js";
// plugins/pages/status/announce.ts
/** The actions of `waymark status`. */
const [FIRST] = LANGUAGES;
const NOUN = {
	note: "notice",
	maintenance: "maintenance"
};
const Time = datetime({ offset: true });
async function add({ announcements, clock }, ctx, kind) {
	const now = clock.now();
	const from = timeOf("from", ctx, now) ?? now;
	const until = timeOf("until", ctx, from);
	if (until === void 0 && kind === "maintenance") throw new Error("maintenance needs an end\n  hint: write --until 2h, or a time");
	if (until !== void 0 && until <= Math.max(from, now)) throw new Error(`--until: it has to be later than ${until <= now ? "now" : "--from"}; received ${show(ctx.flags["until"])}`);
	const text = localized("text", ctx);
	const title = kind === "note" ? text : localized("title", ctx);
	if (title === void 0) throw new Error(kind === "note" ? "a notice needs a text\n  hint: write --text \"We move to new disks\"" : "maintenance needs a title\n  hint: write --title \"New disks\"");
	const affects = subjects(ctx);
	const details = kind === "note" ? void 0 : text;
	const one = await announcements.add({
		kind,
		title,
		text: details,
		from,
		until,
		affects
	});
	if (ctx.flags["json"] === true) return ctx.print(JSON.stringify(asTimes(one), void 0, 2));
	ctx.print(one.id);
	ctx.note(`The ${NOUN[kind]} is announced from ${iso(from)}${until === void 0 ? "; waymark status note end takes it off" : ` until ${iso(until)}`}.`);
}
async function list({ announcements, clock }, ctx, kind) {
	const now = clock.now();
	const all = (await announcements.all()).filter((one) => one.kind === kind);
	if (ctx.flags["json"] === true) return ctx.print(JSON.stringify(all.map(asTimes), void 0, 2));
	const configured = new Set(announcements.configured);
	ctx.printTable([[
		"ID",
		"STATE",
		"FROM",
		"UNTIL",
		"AFFECTS",
		kind === "note" ? "TEXT" : "TITLE"
	], ...all.map((one) => [
		configured.has(one) ? "(config)" : one.id,
		isOver(one, now) ? "over" : isShown(one, now) ? "current" : "planned",
		one.from === 0 ? "-" : iso(one.from),
		one.until === void 0 ? "-" : iso(one.until),
		one.affects.join(" ") || "-",
		textIn(one.title, FIRST).replaceAll(/\s+/g, " ")
	])]);
}
async function end(use, ctx, kind) {
	const one = await existing(use, ctx, kind);
	const now = use.clock.now();
	if (isOver(one, now)) throw new Error(`the ${NOUN[kind]} ${one.id} is over`);
	if (!isShown(one, now)) throw new Error(`the ${NOUN[kind]} ${one.id} has not begun\n  hint: waymark status ${kind} remove ${one.id} takes it back`);
	await use.announcements.end(one.id);
	done(ctx, `The ${NOUN[kind]} ${one.id} is over.`, {
		...one,
		until: now
	});
}
async function remove(use, ctx, kind) {
	const one = await existing(use, ctx, kind);
	await use.announcements.remove(one.id);
	done(ctx, `The ${NOUN[kind]} ${one.id} is removed.`, one);
}
function done(ctx, message, one) {
	if (ctx.flags["json"] === true) ctx.print(JSON.stringify(asTimes(one), void 0, 2));
	else ctx.note(message);
}
async function existing({ announcements }, ctx, kind) {
	const id = ctx.args["id"] ?? "";
	const found = (await announcements.kept()).find((one) => one.id === id && one.kind === kind);
	if (found !== void 0) return found;
	throw new Error(announcements.configured.some((one) => one.id === id) ? `the ${NOUN[kind]} ${id} is in the config: change it there` : `there is no ${NOUN[kind]} with the id ${show(id)}\n  hint: waymark status ${kind} list shows all of them`);
}
/** Milliseconds since 1970 of a time, or of a duration that begins at `start`. */
function timeOf(flag, ctx, start) {
	const text = ctx.flags[flag];
	if (text === void 0) return void 0;
	const duration = Duration.safeParse(text);
	const at = duration.success ? start + Math.round(toMilliseconds(duration.data)) : Date.parse(Time.safeParse(text).data ?? "");
	if (Number.isNaN(at) || new Date(at).getUTCFullYear() > 9999) throw new Error(`--${flag}: write a time with its zone, such as 2027-01-31T22:00:00Z, or a duration such as 2h; received ${show(text)}`);
	return at;
}
/** One text for all languages, or one for each of them. */
function localized(flag, { flags }) {
	const texts = LANGUAGES.flatMap((tag) => {
		const name = flagIn(flag, tag);
		const text = flags[name];
		if (typeof text !== "string") return [];
		const { error } = Text.safeParse(text);
		if (error !== void 0) throw new Error(`--${name}: ${error.issues[0]?.message}; received ${show(text)}`);
		return [[tag, text]];
	});
	const [[, whole] = []] = texts;
	if (texts.length === 0 || texts.length === 1 && flags[flag] !== void 0) return whole;
	const missing = LANGUAGES.find((tag) => texts.every(([other]) => other !== tag));
	if (missing === void 0) return Object.fromEntries(texts);
	throw new Error(`--${flagIn(flag, missing)} is missing: a text is one for all languages, or one for each of them (${LANGUAGES.join(", ")})`);
}
function subjects({ flags, registry, note }) {
	const { affects } = flags;
	if (typeof affects !== "string") return [];
	const names = affects.split(",").map((name) => name.trim());
	const plugins = registry.installed.filter(({ enabled }) => enabled).map(({ plugin }) => plugin.id);
	for (const name of names) {
		const [plugin = "", check = ""] = name.split(":");
		if (name !== "service" && (plugin === "" || check === "")) throw new Error(`--affects: write a health check as plugin:check, such as store:store; received ${show(name)}`);
		if (name !== "service" && !plugins.includes(plugin)) note(`No plugin that is on has the id ${plugin}: ${didYouMean(plugin, plugins)}`);
	}
	return names;
}
function asTimes({ from, until, announced, ...one }) {
	const time = (at) => at === void 0 || at === 0 ? void 0 : iso(at);
	return {
		...one,
		from: time(from),
		until: time(until),
		announced: time(announced)
	};
}
function iso(at) {
	return new Date(at).toISOString();
}
export { add, end, list, remove };

//# sourceMappingURL=announce.js.map