import { t as definePlugin } from "./plugin.js";
import { t as definePolicy } from "./policy.js";
import "./kernel.js";
import { g as optional } from "./explain-issues.js";
import { a as show, n as didYouMean, r as messageOf } from "./finding.js";
import { b as object, s as _enum, w as string } from "./zod2.js";
import { c as textIn, o as html } from "./page-form.js";
import { n as requiredScopes } from "./sealed-route.js";
import { n as Ids, r as Runtime, t as Clock } from "./services.js";
import { i as History, p as Store, r as Health } from "./services2.js";
import { _ as LANGUAGES, a as Announcements, c as isOver, f as SERVICE, g as MESSAGES, h as subjectOf, i as Announcement, l as isShown, m as hashOf, n as flagIn, o as createAnnouncements, p as createNames, r as ANNOUNCEMENTS, s as isMaintenance, t as FLAGS, u as Options } from "./flags.js";
import { r as SloDiscovery } from "./slo.js";
import { t as codeFigure } from "./code-figure.js";
import { t as _taggedTemplateLiteral } from "./taggedTemplateLiteral.js";
import { a as StatusIncidents, c as StatusSummary, n as StatusComponents, o as StatusIndicator, s as StatusMaintenances } from "./status-summary.js";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
// plugins/shared/states.ts
const RANK = {
	ok: 0,
	degraded: 1,
	down: 2
};
/** Returns the worse of two states. */
function worse(one, other) {
	return one !== void 0 && RANK[one] >= RANK[other] ? one : other;
}
// plugins/pages/shared/assets.ts
/**
* Routes for the styles and scripts of pages. Scripts are TypeScript in a folder `browser/`: the repository bundles them
* when a server starts, the package ships them bundled.
*/
const CACHE = {
	scope: "public",
	maxAge: "5m",
	staleWhileRevalidate: "1d"
};
const JAVASCRIPT = "text/javascript";
/** A route that serves a style sheet; its document is the text of the sheet. */
function styleRoute(path, summary) {
	return assetRoute(path, summary, "text/css");
}
/** A route that serves a script; its document is the URL of the source, `new URL("./browser/….ts", import.meta.url).href`. */
function scriptRoute(path, summary) {
	return assetRoute(path, summary, JAVASCRIPT);
}
/** The document of a route that serves a style sheet, from one file or several. Comments and indentation stay behind. */
function styleText(...files) {
	return () => files.map((file) => readFileSync(file, "utf8")).join("\n").replace(/\/\*[^]*?\*\//g, "").replace(/\s*\n\s*/g, "\n").replace(/([{};,])\n/g, "$1");
}
function assetRoute(path, summary, mediaType) {
	return {
		method: "GET",
		path,
		summary,
		text: { mediaType },
		document: true,
		asset: true,
		cache: CACHE
	};
}
/** The entry in `renderers` for the route of a script. */
const asScript = { [JAVASCRIPT]: (entry) => bundled.get(String(entry)) ?? readFile(builtFrom(new URL(String(entry))), "utf8") };
/** Scripts that were not built, by their entry, shared by all servers of the process. */
const bundled = /* @__PURE__ */ new Map();
/** One after the other: the bundler takes up to a gigabyte of memory. */
let lastBundled = Promise.resolve();
/**
* For the `setup` of a plugin with scripts: bundles those that are not built, without keeping the start waiting. A
* request may wait for the end of that; none begins it.
*/
function prepareScripts(...entries) {
	for (const entry of entries) {
		if (bundled.has(entry.href) || existsSync(builtFrom(entry))) continue;
		const script = lastBundled.then(async () => {
			const { cachedScript } = await import("../plugins/pages/shared/script-cache.js");
			return cachedScript(entry);
		});
		bundled.set(entry.href, script);
		lastBundled = script.catch(() => void 0);
	}
}
function builtFrom(entry) {
	return new URL(entry.href.replace(/\.ts$/, ".js"));
}
// plugins/pages/status/episodes.ts
/** Milliseconds within which troubles of several checks have begun together. */
const TOGETHER_MS = 6e4;
/** Milliseconds without trouble after which it is a new one. */
const CALM_MS = 12e4;
/** The episodes of incidents, the latest first. */
function episodesOf(incidents) {
	const groups = [];
	for (const incident of explained(incidents).toSorted((a, b) => a.start - b.start)) {
		const group = groups.findLast((one) => belongs(incident, one));
		if (group === void 0) groups.push([incident]);
		else group.push(incident);
	}
	return groups.map(episodeOf).toSorted((a, b) => b.start - a.start);
}
/** The episode with this id, or with a change that has it. */
function findEpisode(incidents, episodes, id) {
	const own = episodes.find((one) => one.id === id);
	if (own !== void 0) return own;
	const row = incidents.find((one) => hashOf(one.id) === id);
	return row && episodes.find(({ start, end = Infinity, subjects }) => start <= row.start && row.start <= end && (row.subject === "service" || subjects.includes(row.subject)));
}
/** Without those of the service as a whole that a check explains. */
function explained(incidents) {
	const starts = new Set(incidents.flatMap(({ subject, start }) => subject === "service" ? [] : [start]));
	return incidents.filter(({ subject, start }) => subject !== "service" || !starts.has(start));
}
function belongs({ subject, start }, group) {
	const [first] = group;
	if (first !== void 0 && start - first.start <= TOGETHER_MS) return true;
	return group.some((one) => one.subject === subject && start <= (one.end ?? start) + CALM_MS);
}
function episodeOf(group) {
	const [first] = group;
	const starts = group.map(({ start }) => start);
	const ends = group.map(({ end }) => end);
	return {
		id: hashOf(first?.id ?? ""),
		start: Math.min(...starts),
		end: ends.includes(void 0) ? void 0 : Math.max(...ends.map((end) => end ?? 0)),
		worst: worst(group),
		subjects: [...new Set(group.map(({ subject }) => subject))],
		updates: updatesOf(group),
		elsewhere: group.every(({ here }) => !here)
	};
}
/** Each change of the worst state of a subject over all instances. */
function updatesOf(group) {
	const times = [...new Set(group.flatMap(({ start, end }) => [start, end ?? start]))];
	const states = /* @__PURE__ */ new Map();
	return times.toSorted((a, b) => a - b).flatMap((at) => [...Map.groupBy(group, ({ subject }) => subject)].flatMap(([subject, rows]) => {
		const to = worst(rows.filter(({ start, end = Infinity }) => start <= at && at < end));
		if (to === (states.get(subject) ?? "ok")) return [];
		states.set(subject, to);
		return [{
			at,
			subject,
			to
		}];
	}));
}
function worst(incidents) {
	return incidents.reduce((one, { to }) => worse(one, to), "ok");
}
// plugins/pages/status/objectives.ts
const DAY_MS$2 = 864e5;
/** Milliseconds to which the history knows long spans. */
const GRAIN_MS = 36e5;
/** Percent of answers within the target of `latency_p99`. */
const P99 = 99;
/** The objectives that are published; none without the plugin that does so. */
async function readTargets({ registry, read }) {
	const answer = registry.route("slo.showSlo") === void 0 ? {} : await read("slo.showSlo");
	const { data } = SloDiscovery.safeParse("value" in answer ? answer.value : void 0);
	const find = (name) => data?.objectives.find((one) => one.name === name);
	const [availability, latency] = [find("availability"), find("latency_p99")];
	const windowMs = (availability?.windowDays ?? 30) * DAY_MS$2;
	return [...availability === void 0 ? [] : [{
		name: "availability",
		percent: availability.target,
		windowMs
	}], ...latency === void 0 ? [] : [{
		name: "latency",
		percent: P99,
		withinMs: latency.target,
		windowMs
	}]].map((target) => ({
		withinMs: void 0,
		...target
	}));
}
async function judge(targets, history, now) {
	return Promise.all(targets.map(async (target) => {
		const { percent, withinMs, windowMs } = target;
		const stretch = await history.latest(windowMs, withinMs ?? 0);
		const { requests, failures, slow } = stretch;
		const bad = withinMs === void 0 ? failures : slow;
		const knownMs = Math.min(windowMs, now - stretch.from);
		if (requests === 0) return {
			...target,
			knownMs,
			reached: void 0,
			budgetUsed: void 0,
			met: void 0
		};
		const reached = 100 * (1 - bad / requests);
		const allowed = (100 - percent) / 100 * requests;
		const budgetUsed = bad === 0 ? 0 : 100 * bad / allowed;
		const isJudged = knownMs >= windowMs - GRAIN_MS;
		return {
			...target,
			knownMs,
			reached,
			budgetUsed,
			met: isJudged ? bad <= allowed : void 0
		};
	}));
}
// plugins/pages/status/ranges.ts
/** The spans that the page shows, each in about as many parts as a narrow screen has room for. */
const HOUR_MS = 36e5;
const RANGES = {
	"24h": {
		partMs: HOUR_MS / 4,
		parts: 96
	},
	"7d": {
		partMs: 2 * HOUR_MS,
		parts: 84
	},
	"30d": {
		partMs: 8 * HOUR_MS,
		parts: 90
	},
	"90d": {
		partMs: 24 * HOUR_MS,
		parts: 90
	}
};
const RANGE_NAMES = [
	"24h",
	"7d",
	"30d",
	"90d"
];
const RangeQuery = object({ range: _enum(RANGE_NAMES).default("7d").describe("How far back the figures reach.") });
// plugins/pages/status/info.ts
/** The data of the pages, the feed, the badges and the answers for programs, read once for each request. */
/** Incidents that are read at most. */
const MOST_INCIDENTS = 500;
async function readStatus(sources, options, log, range = "7d") {
	const overview = await sources.health.report();
	const { at, checks: results } = overview;
	const history = await readHistory(sources, log, range, overview);
	const incidents = typeof history === "object" ? history.incidents : [];
	const announced = await readAnnouncements(sources, log);
	const maintenance = announced.filter(isMaintenance).toSorted((a, b) => a.from - b.from);
	const active = maintenance.filter((one) => isShown(one, at));
	const maintained = new Set(active.flatMap(({ affects }) => affects));
	const checks = results.map((result) => checkInfo(result, incidents, maintained));
	return {
		at,
		status: overall(overview.status, checks, incidents, active.length > 0),
		checks,
		names: createNames(options.names, results),
		history,
		notices: announced.filter((one) => one.kind === "note" && isShown(one, at)),
		maintenance: maintenance.filter((one) => !isOver(one, at)),
		past: maintenance.filter((one) => isOver(one, at)).toReversed()
	};
}
async function readAnnouncements({ announcements }, log) {
	try {
		return await announcements.all();
	} catch (error) {
		log.warn("the announcements in the store cannot be read", { reason: messageOf(error) });
		return announcements.configured;
	}
}
/** Those of the episodes that last, except where all of what they affect is under maintenance. */
function ongoing({ history, checks }) {
	if (typeof history !== "object") return [];
	const maintained = new Set(checks.flatMap(({ subject, status }) => status === "maintenance" ? [subject] : []));
	return history.episodes.filter(({ end, subjects }) => end === void 0 && !subjects.every((subject) => maintained.has(subject)));
}
function overall(status, checks, incidents, isMaintained) {
	const troubles = checks.filter((check) => check.status !== "ok");
	if (isMaintained && troubles.every((check) => check.status === "maintenance")) return "maintenance";
	const elsewhere = incidents.some(({ here, end }) => !here && end === void 0);
	return status === "ok" && elsewhere ? "degraded" : status;
}
function checkInfo(result, incidents, maintained) {
	const subject = subjectOf(result);
	const about = incidents.filter((incident) => incident.subject === subject);
	const open = about.filter(({ end }) => end === void 0);
	const state = result.status === "ok" && open.some(({ here }) => !here) ? "degraded" : result.status;
	const lastEnd = about.flatMap(({ end }) => end ?? []).toSorted((a, b) => b - a)[0];
	return {
		subject,
		status: state !== "ok" && maintained.has(subject) ? "maintenance" : state,
		since: state === "ok" ? lastEnd : open[0]?.start
	};
}
async function readHistory({ history, runtime }, log, range, overview) {
	if (history === void 0) return void 0;
	try {
		const { partMs, parts } = RANGES[range];
		const [span, incidents, targets] = await Promise.all([
			history.over(partMs, parts),
			history.incidents(MOST_INCIDENTS),
			readTargets(runtime)
		]);
		const objectives = await judge(targets, history, overview.at);
		const episodes = episodesOf(incidents);
		return {
			span: withPresent(span, overview),
			objectives,
			incidents,
			episodes
		};
	} catch (error) {
		log.warn("the history cannot be read", { reason: messageOf(error) });
		return "unreadable";
	}
}
/** The span with the reading of now, of which no sample may have been taken yet. */
function withPresent({ parts, total }, overview) {
	const last = parts.at(-1);
	if (last === void 0) return {
		parts,
		total
	};
	return {
		parts: [...parts.slice(0, -1), add(last, overview)],
		total: add(total, overview)
	};
}
function add(part, { status, checks: results }) {
	const checks = { ...part.checks };
	for (const result of results) {
		const subject = subjectOf(result);
		const record = checks[subject] ?? {
			samples: 0,
			ok: 0,
			slowestMs: 0,
			...NO_TIME
		};
		const slowestMs = Math.max(record.slowestMs, result.durationMs ?? 0);
		checks[subject] = {
			...record,
			status: worse(checks[subject]?.status, result.status),
			slowestMs
		};
	}
	return {
		...part,
		status: worse(part.status, status),
		checks
	};
}
const NO_TIME = {
	coveredMs: 0,
	degradedMs: 0,
	downMs: 0
};
/** Percent of requests answered without a 5xx; undefined without requests. */
function availabilityPercent({ requests, failures }) {
	return requests === 0 ? void 0 : 100 * (requests - failures) / requests;
}
/** Percent of the time in which all was well; undefined where none is known. */
function uptimePercent(times) {
	if (times === void 0 || times.coveredMs === 0) return void 0;
	return Math.max(0, 100 * (1 - (times.degradedMs + times.downMs) / times.coveredMs));
}
// plugins/pages/status/format.ts
/** Numbers and times in the spelling of a language. All times are UTC: the server does not know the reader's zone. */
const DAY_MS$1 = 864e5;
const LOCALES = {
	en: "en-GB",
	es: "es-ES"
};
/** Made once for each language: the formats of Intl take longer to make than a page. */
const formats = /* @__PURE__ */ new Map();
function createFormat(language) {
	const locale = LOCALES[language];
	const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
	const precise = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
	const times = (options) => {
		const format = new Intl.DateTimeFormat(locale, {
			...options,
			hour: "2-digit",
			minute: "2-digit",
			hourCycle: "h23",
			timeZone: "UTC"
		});
		return (at) => format.format(at);
	};
	const dates = (options) => {
		const format = new Intl.DateTimeFormat(locale, {
			...options,
			timeZone: "UTC"
		});
		return (at) => format.format(at);
	};
	const part = dates({
		weekday: "short",
		day: "numeric",
		month: "short"
	});
	const hour = times({});
	const list = new Intl.ListFormat(locale);
	const moment = times({
		day: "numeric",
		month: "short",
		year: "numeric"
	});
	return {
		number: (value) => number.format(value),
		/** For attributes. */
		plain: (value) => String(Math.round(value * 100) / 100),
		/** Rounded down, so that only the whole is 100 %. */
		percent: (value) => `${number.format(Math.floor(value * 100) / 100)} %`,
		ms(value) {
			if (value < 10) return `${number.format(value)} ms`;
			return value < 1e4 ? `${precise.format(value)} ms` : `${precise.format(value / 1e3)} s`;
		},
		/** Day and time of day. */
		moment: (at) => `${moment(at)} UTC`,
		/** Time of day. */
		hour,
		/** Day of the week and time of day. */
		day: times({ weekday: "short" }),
		/** Day of the month. */
		date: dates({
			day: "numeric",
			month: "short"
		}),
		month: dates({
			month: "long",
			year: "numeric"
		}),
		/** `Mon 23 Nov, 14:00–16:00 UTC`; days as `23 Nov`. */
		between(from, to) {
			return to - from >= DAY_MS$1 ? part(from) : `${part(from)}, ${hour(from)}–${hour(to)} UTC`;
		},
		list: (names) => list.format(names)
	};
}
function localeFor(language) {
	const format = formats.get(language) ?? createFormat(language);
	formats.set(language, format);
	return {
		language,
		messages: MESSAGES[language],
		format
	};
}
const UNITS = [
	["d", 86400],
	["h", 3600],
	["min", 60],
	["s", 1]
];
/** The two largest units of a duration: `1 h 5 min`. */
function durationText(ms) {
	let seconds = Math.max(1, Math.round(ms / 1e3));
	const parts = [];
	for (const [unit, size] of UNITS) {
		const count = Math.floor(seconds / size);
		seconds %= size;
		if (count > 0) parts.push(`${count} ${unit}`);
		else if (parts.length > 0) break;
	}
	return parts.slice(0, 2).join(" ");
}
function timeElement(at, text) {
	return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}
// plugins/pages/status/badge.ts
/** Badges for READMEs: a name and a value, as text and colour. */
/** The colours are dark enough for white text (WCAG 2.2, 1.4.3). */
const COLOURS = {
	good: "#0b6b50",
	warn: "#8a5200",
	bad: "#b3261e",
	info: "#0b5cad",
	none: "#51606f"
};
const STATES = {
	ok: ["working", "good"],
	degraded: ["impaired", "warn"],
	down: ["down", "bad"],
	maintenance: ["maintenance", "info"]
};
const LONGEST = 60;
/** Units of the image that a letter takes, as in Verdana at 11 units, the first that fits; text is fitted to its place. */
const LETTERS = [
	[/[ fijlrt.,:;!'|I()]/, 4],
	[/[mwMW%@]/, 10],
	[/./, 6.8]
];
const PADDING = 8;
/** Percent of answered requests below which availability counts as bad. */
const BAD_BELOW$1 = 95;
function statusBadge(name, state) {
	return badge(name, ...STATES[state]);
}
/** The availability of the span that was read. */
function uptimeBadge({ history }) {
	const total = typeof history === "object" ? history.span.total : void 0;
	const percent = total && availabilityPercent(total);
	if (percent === void 0 || typeof history !== "object") return badge("availability", ...NOTHING);
	const target = history.objectives.find(({ name }) => name === "availability")?.percent ?? 100;
	const colour = percent < BAD_BELOW$1 ? "bad" : percent < target ? "warn" : "good";
	return badge("availability", createFormat("en").percent(percent), colour);
}
/** The 95th percentile of the span that was read. */
function latencyBadge({ history }) {
	const ms = typeof history === "object" ? history.span.total.latencyMs?.p95 : void 0;
	if (ms === void 0) return badge("response time", ...NOTHING);
	return badge("response time", `p95 ${createFormat("en").ms(ms)}`, "good");
}
const NOTHING = ["no data", "none"];
function badge(name, right, colour) {
	const characters = Array.from(name);
	const left = characters.length > LONGEST ? `${characters.slice(0, 59).join("")}…` : name;
	const [leftText, rightText] = [widthOf(left), widthOf(right)];
	const split = leftText + 16;
	const width = split + rightText + 16;
	const label = `${name}: ${right}`;
	const text = (x, length, content) => html`<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${content}</text>`;
	return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${label}"><title>${label}</title><path d="M4 0H${split}V20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#3c4650"/><path d="M${split} 0H${width - 4}a4 4 0 0 1 4 4V16a4 4 0 0 1-4 4H${split}z" fill="${COLOURS[colour]}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(PADDING, leftText, left)}${text(split + PADDING, rightText, right)}</g></svg>
`.toString();
}
function widthOf(text) {
	const widths = Array.from(text, (letter) => LETTERS.find(([form]) => form.test(letter))?.[1] ?? 0);
	return Math.ceil(widths.reduce((sum, width) => sum + width, 0));
}
// plugins/pages/status/command.ts
/** `waymark status`: notices and planned maintenance beside a running server, which shows them at once. */
const KINDS = ["note", "maintenance"];
const ACTIONS = [
	"add",
	"list",
	"end",
	"remove"
];
const texts = (name, summary) => Object.fromEntries(LANGUAGES.map((tag) => [flagIn(name, tag), {
	type: "text",
	summary: tag === LANGUAGES[0] ? `${summary}, for all languages or in ${tag}` : `${summary}, in ${tag}`
}]));
const statusCommand = {
	summary: "Add, list, end and remove notices and planned maintenance of the status page",
	args: {
		kind: { summary: KINDS.join(", ") },
		action: { summary: ACTIONS.join(", ") },
		id: {
			summary: "end, remove: id of the announcement",
			optional: true
		}
	},
	flags: {
		...texts("title", "add maintenance: its title"),
		...texts("text", "add: text of the notice, or of what is done"),
		from: {
			type: "text",
			summary: "add: time, or duration from now such as 2h; default now"
		},
		until: {
			type: "text",
			summary: "add: time, or duration from then on; a notice may have no end"
		},
		affects: {
			type: "text",
			summary: "add maintenance: health checks that may fail, such as store:store, with commas"
		},
		json: {
			type: "boolean",
			summary: "Print JSON"
		}
	},
	async run(use, ctx) {
		const { kind, action } = wantedBy(ctx);
		await (await import("../plugins/pages/status/announce.js"))[action](use, ctx, kind);
	}
};
function wantedBy({ args, flags }) {
	const kind = oneOf(args["kind"], KINDS, "there is nothing to announce as");
	const action = oneOf(args["action"], ACTIONS, "the action is unknown:");
	const taken = action === "add" ? FLAGS[kind] : [];
	const stray = Object.keys(flags).find((flag) => flag !== "json" && !taken.includes(flag));
	if (stray !== void 0) throw new Error(`status ${kind} ${action} has no flag --${stray}\n  hint: it takes --${[...taken, "json"].join(", --")}`);
	const needsId = action === "end" || action === "remove";
	if (needsId === (args["id"] !== void 0)) return {
		kind,
		action
	};
	throw new Error(needsId ? `status ${kind} ${action} needs the id of an announcement\n  hint: waymark status ${kind} list shows ids` : `status ${kind} ${action} takes no further argument; received ${show(args["id"])}`);
}
function oneOf(name = "", known, problem) {
	const found = known.find((one) => one === name);
	if (found !== void 0) return found;
	throw new Error(`${problem} ${show(name)}\n  hint: ${didYouMean(name, known)}`);
}
// plugins/pages/status/bars.ts
/** Bars of time: one for each part, whose kind and height say how much of it was bad. Their look is in status.css. */
/** Shares up to which a bar is of the first level and of the second. */
const LEVELS = [.02, .25];
/** From 1, a moment, to 3, much of the time. */
function levelOf(share) {
	if (share <= LEVELS[0]) return 1;
	return share <= LEVELS[1] ? 2 : 3;
}
function isBad({ kind }) {
	return kind === "warn" || kind === "bad";
}
/** @param label what the row shows, in words. */
function barRow(bars, label) {
	const stops = new Set(bars.filter(isBad).slice(-12));
	return html`<div class="bars" role="group" aria-label="${label}"${timesOf(bars[0])}>${bars.map((bar) => {
		const name = isBad(bar) ? `${bar.kind} level-${levelOf(bar.share)}` : bar.kind;
		return stops.has(bar) ? html`<i class="${name}" data-tip="${bar.text}"${stopOf(bar.text)}></i>` : html`<i class="${name}" data-tip="${bar.text}"></i>`;
	})}</div>`;
}
/** The attributes of a part that the keyboard stops at, from which the script lets the arrow keys go to the others. */
function stopOf(text) {
	return html` tabindex="0" role="img" aria-label="${text}"`;
}
/** The attributes of a row of parts of equal length, from which the script knows the time of each. */
function timesOf(first) {
	return first !== void 0 && html` data-from="${first.from}" data-part="${first.to - first.from}"`;
}
// plugins/pages/status/systems.ts
/** The parts of the service: how each one is, and how it was over the span. */
const TONE = {
	ok: "good",
	degraded: "warn",
	down: "bad",
	maintenance: "info"
};
const KIND = {
	ok: "good",
	degraded: "warn",
	down: "bad"
};
function systemsSection(info, range, locale) {
	const { messages, language } = locale;
	const { checks, status, history, names, at } = info;
	const span = typeof history === "object" ? history.span : void 0;
	const row = (name, state, since, timesOf) => systemRow({
		name,
		status: state,
		since,
		bars: span && barsOf(span, timesOf, at, locale)
	}, span && timesOf(span.total), locale);
	const rows = checks.map(({ subject, status: state, since }) => row(names(subject, language), state, since, (part) => part.checks[subject]));
	const whole = (part) => part.status === void 0 ? void 0 : {
		...part,
		status: part.status
	};
	return html`<section id="checks" data-live aria-labelledby="checks-title">
<h2 id="checks-title">${messages.checks}</h2>
${checks.length === 0 && html`<p class="soft">${messages.noChecks}</p>`}
<ul class="rows">
${row(names(SERVICE, language), status, void 0, whole)}${rows}</ul>
${span !== void 0 && legend(range, locale)}
</section>`;
}
function systemRow({ name, status, since, bars }, total, { messages, format }) {
	const uptime = uptimePercent(total);
	const facts = [uptime !== void 0 && messages.okShare(format.percent(uptime)), since !== void 0 && html`${messages.since} ${timeElement(since, format.moment(since))}`].filter((fact) => fact !== false);
	return html`<li><div class="row"><h3>${name}</h3><span class="tag ${TONE[status]}">${messages.state[status]}</span></div>
${facts.length > 0 && html`<p class="small soft">${facts.map((fact, index) => html`${index > 0 && " · "}${fact}`)}</p>`}
${bars !== void 0 && barRow(bars, `${name}: ${messages.interruptions(bars.filter(isBad).length)}`)}</li>
`;
}
function barsOf({ parts }, timesOf, now, locale) {
	return parts.map((part) => timeBar(part, timesOf(part), now, locale));
}
/** The bar of a part of time, whose height follows from how much of it was bad. */
function timeBar(part, times, now, { messages, format }) {
	const { from, to } = part;
	const when = format.between(from, to);
	if (times === void 0) return {
		from,
		to,
		kind: "none",
		share: 0,
		text: `${when} · ${messages.noData}`
	};
	const { status, coveredMs, degradedMs, downMs } = times;
	const looks = Math.max(1, coveredMs / (Math.min(to, now) - from));
	const share = (degradedMs + downMs) / looks / (to - from);
	const lasted = (ms, state) => ms > 0 && `${messages.state[state]} ${durationText(ms / looks)}`;
	const troubles = [lasted(downMs, "down"), lasted(degradedMs, "degraded")].filter(Boolean);
	const text = `${when} · ${troubles.length > 0 ? troubles.join(", ") : messages.state[status]}`;
	return {
		from,
		to,
		kind: KIND[status],
		share,
		text
	};
}
function legend(range, { messages }) {
	const { ok, degraded, down } = messages.state;
	const entries = [
		["good", ok],
		["warn level-2", degraded],
		["bad level-2", down],
		["none", messages.noData]
	];
	return html`<div class="axis"><span>${messages.ago(messages.ranges[range])}</span><ul class="keys">${entries.map(([kind, name]) => html`<li><i class="swatch ${kind}"></i>${name}</li>`)}</ul><span>${messages.now}</span></div>`;
}
// plugins/pages/status/incidents.ts
/** Incidents: those that last, those of a span, all of them by month, and one with its course. */
/** Incidents that the status page shows beside those that last. */
const MOST_SHOWN = 10;
/** Updates that it shows of one that lasts. */
const MOST_UPDATES = 4;
function incidentTitle({ worst, subjects }, names, { messages, format, language }) {
	const list = format.list(subjects.map((subject) => names(subject, language)));
	return `${messages.incident[worst]}: ${list}`;
}
/** The address of an incident's page. */
function incidentHref(registry, { id }) {
	return registry.href("status-page.showIncident", { id }) ?? "";
}
function ongoingSection(info, registry, locale) {
	const { messages } = locale;
	const shown = ongoing(info);
	if (shown.length === 0) return html`<div id="ongoing" data-live></div>`;
	return html`<section id="ongoing" data-live aria-labelledby="ongoing-title">
<h2 id="ongoing-title">${messages.ongoingTitle}</h2>
<ul class="rows">
${shown.map((episode) => html`<li class="${TONE[episode.worst]}">${head(episode, info, registry, locale)}
${course(episode, info, locale, MOST_UPDATES)}</li>
`)}</ul>
</section>`;
}
/** The incidents of the span that are over. */
function pastSection(info, range, registry, locale) {
	const { messages } = locale;
	const { partMs, parts } = RANGES[range];
	const recent = (typeof info.history === "object" ? info.history.episodes : []).filter(({ end }) => end !== void 0 && end > info.at - partMs * parts);
	return html`<section id="incidents" data-live aria-labelledby="incidents-title">
<h2 id="incidents-title">${messages.incidents}</h2>
${recent.length === 0 ? html`<p class="soft">${messages.noneIn(messages.ranges[range])}</p>` : html`<ol class="rows">
${recent.slice(0, MOST_SHOWN).map((episode) => incidentItem(episode, info, registry, locale))}</ol>`}
<p><a href="${registry.href("status-page.showHistory")}">${messages.allIncidents}</a></p>
</section>`;
}
function incidentItem(episode, info, registry, locale) {
	return html`<li class="${TONE[episode.worst]}">${head(episode, info, registry, locale)}</li>
`;
}
function head(episode, info, registry, locale) {
	const title = incidentTitle(episode, info.names, locale);
	return html`<div class="row"><h3><a href="${incidentHref(registry, episode)}">${title}</a></h3>${stateTag(episode, locale)}</div>
<p class="small soft">${timeSpan(episode, info.at, locale)}</p>`;
}
function stateTag({ end, worst }, { messages }) {
	return end === void 0 ? html`<span class="tag ${TONE[worst]}">${messages.ongoing}</span>` : html`<span class="tag good">${messages.resolved}</span>`;
}
function timeSpan({ start, end }, now, { messages, format }) {
	const duration = durationText((end ?? now) - start);
	const from = timeElement(start, format.moment(start));
	if (end === void 0) return html`${messages.since} ${from} · ${duration}`;
	return html`${from} – ${timeElement(end, format.moment(end))} · ${messages.lasted(duration)}`;
}
/** Changes of state, the latest first. */
function course({ updates }, { names }, { messages, format, language }, most = Infinity) {
	const shown = updates.toReversed().slice(0, most);
	return html`<ol class="course">${shown.map(({ at, subject, to }) => html`<li class="${TONE[to]}"><span>${messages.update(names(subject, language), messages.state[to])}</span> <span class="small soft">${timeElement(at, format.moment(at))}</span></li>`)}</ol>`;
}
// plugins/pages/status/announcements-section.ts
/** The section of notices and planned maintenance. */
function announcementsSection(info, locale) {
	const { messages, language } = locale;
	const { notices, maintenance, at } = info;
	return html`<div id="announcements" data-live>${notices.length > 0 && html`<section aria-label="${messages.notices}">${notices.map(({ title }) => html`<p class="notice">${textIn(title, language)}</p>`)}</section>`}${maintenance.length > 0 && html`<section aria-labelledby="maintenance-title"><h2 id="maintenance-title">${messages.maintenance}</h2>
<ul class="rows">
${maintenance.map((one) => maintenanceItem(one, isShown(one, at), info, locale))}</ul></section>`}</div>`;
}
function maintenanceItem(one, isUnderWay, { names }, { messages, format, language }) {
	const { id, title, text, from, until, affects } = one;
	const systems = format.list(affects.map((subject) => names(subject, language)));
	return html`<li class="info" id="maintenance-${id}"><div class="row"><h3>${textIn(title, language)}</h3>${isUnderWay && html`<span class="tag info">${messages.underWay}</span>`}</div>
<p class="small soft">${timeElement(from, format.moment(from))} – ${timeElement(until, format.moment(until))}${systems !== "" && ` · ${messages.affected}: ${systems}`}</p>
${text !== void 0 && html`<p>${textIn(text, language)}</p>`}</li>
`;
}
// plugins/pages/status/objectives-section.ts
/** The objectives with what was reached of them. */
const DAY_MS = 864e5;
function objectivesSection(objectives, locale) {
	const { messages } = locale;
	if (objectives.length === 0) return html``;
	return html`<section id="objectives" data-live aria-labelledby="objectives-title">
<h2 id="objectives-title">${messages.objectives}</h2>
<ul class="rows">
${objectives.map((one) => objectiveRow(one, locale))}</ul>
<p class="small soft">${messages.budgetText}</p>
</section>`;
}
function objectiveRow(objective, locale) {
	const { format } = locale;
	const { met, budgetUsed } = objective;
	const title = objectiveTitle(objective, locale);
	return html`<li><div class="row"><h3>${title}</h3><span class="tag ${met === void 0 ? "" : met ? "good" : "bad"}">${verdict(objective, locale)}</span></div>
<p class="small soft">${reached(objective, locale)}</p>
${budgetUsed !== void 0 && html`<svg class="budget" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="${budgetUsed > 100 ? "bad" : "good"}" width="${format.plain(Math.min(100, budgetUsed))}" height="4"/></svg>`}</li>
`;
}
function objectiveTitle(objective, { messages, format }) {
	const { percent, withinMs, windowMs } = objective;
	const ms = withinMs === void 0 ? void 0 : format.ms(withinMs);
	return `${messages.goal(`${format.number(percent)} %`, ms)}, ${messages.overDays(format.number(windowMs / DAY_MS))}`;
}
/** Nothing is judged before the whole window is known. */
function verdict(objective, { messages, format }) {
	const { met, knownMs, windowMs } = objective;
	if (met !== void 0) return met ? messages.met : messages.missed;
	return messages.early(durationText(knownMs), format.number(windowMs / DAY_MS));
}
/** The share that was reached, and how much of the budget is used. */
function reached(objective, { messages, format }) {
	const { met, reached: share, budgetUsed } = objective;
	if (share === void 0 || budgetUsed === void 0) return messages.noRequests;
	const percent = format.percent(share);
	const used = budgetUsed > 100 ? messages.budgetGone : messages.budget(format.percent(budgetUsed));
	return `${met === void 0 ? messages.soFar(percent) : messages.reached(percent)} · ${used}`;
}
// plugins/pages/status/markdown.ts
/** The page in Markdown, with words for what its charts and colours show. */
function statusMarkdown(info, range, registry, locale) {
	const { messages, format, language } = locale;
	const { status, at, checks, history, names } = info;
	const systems = [{
		subject: SERVICE,
		status,
		since: void 0
	}, ...checks].map((check) => {
		return `- ${`**${plain(names(check.subject, language))}**: ${messages.state[check.status]}`}${check.since === void 0 ? "" : ` · ${messages.since} ${format.moment(check.since)}`}`;
	});
	const span = messages.last(messages.ranges[range]);
	const past = typeof history === "object" ? [
		`## ${messages.traffic}`,
		`${span}:`,
		spanText(history.span, locale),
		...history.objectives.length === 0 ? [] : [`## ${messages.objectives}`, history.objectives.map((one) => `- ${objectiveTitle(one, locale)}: ${verdict(one, locale)} · ${reached(one, locale)}`).join("\n")],
		`## ${messages.incidents}`,
		incidentsText(info, registry, locale)
	] : [history === "unreadable" ? messages.unreadable : messages.noHistory];
	return [
		`## ${messages.overall[status]}`,
		`${messages.checked} ${format.moment(at)}`,
		...info.notices.map(({ title }) => plain(textIn(title, language))),
		...info.maintenance.length === 0 ? [] : [`## ${messages.maintenance}`, info.maintenance.map(({ title, from, until }) => `- **${plain(textIn(title, language))}**: ${format.moment(from)} – ${format.moment(until)}`).join("\n")],
		`## ${messages.checks}`,
		systems.join("\n"),
		...past,
		`## ${messages.programs}`,
		[`- [${messages.feed}](${registry.href("status-page.showFeed")})`, `- [${messages.summary}](${registry.href("status-page.showSummary")})`].join("\n")
	].join("\n\n");
}
function spanText({ total }, { messages, format }) {
	if (total.samples === 0) return messages.noDataYet;
	const availability = availabilityPercent(total);
	const latency = Object.entries(total.latencyMs ?? {}).map(([name, ms]) => `${name} ${format.ms(ms)}`);
	return [
		`- ${messages.availability}: ${availability === void 0 ? messages.noRequests : format.percent(availability)}`,
		`- ${messages.requests}: ${format.number(total.requests)} (${messages.failed(format.number(total.failures))})`,
		...latency.length === 0 ? [] : [`- ${messages.latency}: ${latency.join(", ")}`]
	].join("\n");
}
function incidentsText(info, registry, locale) {
	const { messages, format } = locale;
	const episodes = typeof info.history === "object" ? info.history.episodes : [];
	const lines = /* @__PURE__ */ new Set([...ongoing(info), ...episodes.slice(0, 10)]);
	if (lines.size === 0) return messages.noIncidents;
	return [...lines].map((episode) => {
		const { start, end } = episode;
		const until = end === void 0 ? messages.ongoing : messages.lasted(durationText(end - start));
		const title = plain(incidentTitle(episode, info.names, locale));
		return `- ${format.moment(start)} · [${title}](${incidentHref(registry, episode)}): ${until}`;
	}).join("\n");
}
/** Text without a meaning in Markdown. */
function plain(text) {
	return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>&|~#]/g, "\\$&");
}
// plugins/pages/status/programs.ts
/** Ways to have the status elsewhere: the feed, JSON, badges and a small view. */
const BADGES = [
	["state", "status-page.showBadge"],
	["uptime", "status-page.showUptimeBadge"],
	["latency", "status-page.showLatencyBadge"]
];
const API = [
	"showApiSummary",
	"showApiStatus",
	"showApiComponents",
	"showApiIncidents",
	"showApiUnresolved",
	"showApiMaintenances",
	"showApiUpcoming",
	"showApiActive"
];
function programsSection(registry, { messages, language }) {
	const { baseUrl } = registry;
	const service = registry.translate(registry.app.name, language);
	const url = (ref) => `${baseUrl}${registry.href(ref) ?? ""}`;
	const page = url("status-page.showStatusPage");
	const badges = BADGES.map(([kind, ref]) => {
		const name = messages.badge[kind];
		const markdown = `[![${plain(`${service}: ${name.toLowerCase()}`)}](${url(ref)})](${page})`;
		return html`<li><p><img src="${registry.href(ref)}" alt="${name}" height="20" loading="lazy"></p>
${codeFigure(`Markdown: ${name}`, markdown, language)}</li>
`;
	});
	const frame = `<iframe src="${url("status-page.showEmbed")}" title="${service}" width="320" height="96"></iframe>`;
	return html`<section id="programs" aria-labelledby="programs-title">
<h2 id="programs-title">${messages.programs}</h2>
<ul>
<li><a href="${registry.href("status-page.showFeed")}">${messages.feed}</a></li>
<li><a href="${registry.href("status-page.showSummary")}">${messages.summary}</a></li>
<li><a href="${registry.href("status-page.showEmbed")}">${messages.embed}</a></li>
</ul>
<details id="api"><summary>${messages.api}</summary>
<p class="small soft">${messages.apiText}</p>
<ul>
${API.map((id) => registry.href(`status-page.${id}`)).map((href) => html`<li><a href="${href}"><code>${href}</code></a></li>`)}</ul></details>
<details id="badges"><summary>${messages.badges}</summary>
<p class="small soft">${messages.badgeText}</p>
<ul class="badges">
${badges}</ul></details>
<details id="embed"><summary>${messages.embed}</summary>
<p class="small soft">${messages.embedText}</p>
${codeFigure("HTML", frame, language, messages.embed)}</details>
</section>`;
}
// plugins/pages/status/charts.ts
/**
* Lines of the history as SVG, stretched to the width of the page. Their look is in status.css; their labels, which say in words
* what they show, come from the caller.
*/
/** Units of a chart for each part of time. */
const STEP = 6;
const PLOT_HEIGHT = 120;
/** Percent of the height that the name of a line needs. */
const NAME_HEIGHT = 11;
/** A scale for these values. Values of 0 and below lie at its foot. */
function scaleFor(values) {
	const positive = values.filter((value) => value > 0);
	const low = Math.floor(Math.log10(Math.min(...positive, 1)));
	const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive, 1))));
	return {
		ticks: Array.from({ length: high - low + 1 }, (_, index) => 10 ** (high - index)),
		y(value) {
			const share = value > 0 ? (Math.log10(value) - low) / (high - low) : 0;
			return Math.round((1 - Math.min(1, Math.max(0, share))) * PLOT_HEIGHT * 10) / 10;
		}
	};
}
/**
* Lines in steps, so that a part between two gaps shows as well, each with its name at its end.
*
* @param tips says of each part of time which values it has.
* @param mark a value that is drawn across all of it.
*/
function lineChart(lines, scale, mark, tips, label, first) {
	const width = Math.max(1, tips.length) * STEP;
	const across = (y) => `M0 ${y}H${width}`;
	const grid = scale.ticks.map((tick) => across(scale.y(tick))).join("");
	return html`<div class="plot"><svg class="lines" role="img" aria-label="${label}" viewBox="0 0 ${width} ${PLOT_HEIGHT}" preserveAspectRatio="none"><path class="grid" d="${grid}"/>${mark !== void 0 && html`<path class="mark" d="${across(scale.y(mark.value))}"/>`}${lines.map(({ kind, values }) => {
		const path = stepsOf(values, scale);
		return path !== "" && html`<path class="${kind}" d="${path}"/>`;
	})}</svg><svg class="names" aria-hidden="true">${namesOf(lines, scale, mark)}</svg><div class="columns"${timesOf(first)}>${tips.map((tip, index) => html`<i data-tip="${tip}"${index === tips.length - 1 && stopOf(tip)}></i>`)}</div></div>`;
}
/** Pieces of a path: a level for each value, joined where there is no gap. */
function stepsOf(values, scale) {
	return values.map((value, index) => {
		if (value === void 0) return "";
		return `${values[index - 1] === void 0 ? `M${index * STEP} ` : "V"}${scale.y(value)}H${(index + 1) * STEP}`;
	}).join("");
}
/** Names at the height where lines end, moved apart where they would overlap. */
function namesOf(lines, scale, mark) {
	const names = lines.flatMap(({ kind, name, values }) => {
		const value = values.findLast((one) => one !== void 0);
		return value === void 0 ? [] : [{
			kind,
			name,
			value
		}];
	});
	if (mark !== void 0) names.push({
		kind: "mark",
		...mark
	});
	let free = 100 - NAME_HEIGHT / 2;
	return names.toSorted((a, b) => b.value - a.value).map((name, index) => {
		const y = Math.round(100 * scale.y(name.value) / PLOT_HEIGHT) - 2;
		return {
			...name,
			y: Math.max(y, NAME_HEIGHT * (index + 1))
		};
	}).toReversed().map(({ kind, name, y: wanted }) => {
		const y = Math.min(wanted, free);
		free = y - NAME_HEIGHT;
		return ["outline", kind].map((look) => html`<text class="${look}" x="100%" y="${y}%" text-anchor="end">${name}</text>`);
	});
}
// plugins/pages/status/traffic.ts
/** Requests and their answers in figures, charts and a table. */
/** Percent of answered requests below which a part of time counts as bad. */
const BAD_BELOW = 95;
const LINES = ["p50", "p95"];
const PERCENTILES = [...LINES, "p99"];
function trafficSection({ span, objectives }, range, names, locale) {
	const { messages, format } = locale;
	const { total, parts } = span;
	const target = objectives.find(({ name }) => name === "availability")?.percent ?? 100;
	const bars = parts.map((part) => requestBar(part, target, locale));
	const availability = availabilityPercent(total);
	const title = `${messages.traffic}, ${messages.last(messages.ranges[range]).toLowerCase()}`;
	return html`<section id="traffic" data-live aria-labelledby="traffic-title">
<h2 id="traffic-title">${messages.traffic}</h2>
${total.samples === 0 ? html`<p class="soft">${messages.noDataYet}</p>` : html`${figures(total, locale)}
<h3>${messages.availability}</h3>
${barRow(bars, `${messages.availability}: ${availability === void 0 ? messages.noRequests : format.percent(availability)}`)}
${axis(span, range, locale)}
<h3>${messages.latency}</h3>
${latencyChart(span, range, objectives, locale)}
<details id="traffic-table"><summary>${messages.figures}</summary>
${table(span, title, names, locale)}</details>`}
</section>`;
}
function axis({ total }, range, { messages, format }) {
	const timeOf = {
		"24h": format.hour,
		"7d": format.day,
		"30d": format.date,
		"90d": format.date
	};
	return html`<p class="axis" aria-hidden="true">${[
		0,
		1,
		2,
		3
	].map((quarter) => html`<span>${timeOf[range](total.from + (total.to - total.from) * quarter / 4)}${quarter === 0 && " UTC"}</span>`)}<span>${messages.now}</span></p>`;
}
function figures(total, { messages, format }) {
	const availability = availabilityPercent(total);
	const ms = (name) => total.latencyMs === void 0 ? "–" : format.ms(total.latencyMs[name]);
	const entries = [
		[messages.availability, availability === void 0 ? "–" : format.percent(availability)],
		[
			messages.requests,
			format.number(total.requests),
			messages.failed(format.number(total.failures))
		],
		[messages.median, ms("p50")],
		[messages.within("95 %"), ms("p95")],
		[messages.within("99 %"), ms("p99")]
	];
	return html`<dl class="figures">
${entries.map(([name, value, note]) => html`<div><dt>${name}</dt><dd><b>${value}</b>${note !== void 0 && html` <span class="small soft">${note}</span>`}</dd></div>
`)}</dl>`;
}
function requestBar(part, target, { messages, format }) {
	const when = format.between(part.from, part.to);
	const bar = (kind, text, share = 0) => ({
		from: part.from,
		to: part.to,
		kind,
		share,
		text: `${when} · ${text}`
	});
	if (part.samples === 0) return bar("none", messages.noData);
	const availability = availabilityPercent(part);
	if (availability === void 0) return bar("idle", messages.noRequests);
	if (part.failures === 0) return bar("good", messages.allGood);
	const text = messages.share(`${format.number(part.failures)} / ${format.number(part.requests)}`);
	return bar(availability < BAD_BELOW ? "bad" : availability < target ? "warn" : "good", text, 1 - availability / 100);
}
function latencyChart(span, range, objectives, locale) {
	const { messages, format } = locale;
	const { parts, total } = span;
	const lines = LINES.map((kind) => ({
		kind,
		name: `${kind.slice(1)} %`,
		values: parts.map(({ latencyMs }) => latencyMs?.[kind])
	}));
	const measured = lines.flatMap(({ values }) => values.filter((value) => value !== void 0));
	if (measured.length === 0) return html`<p class="soft">${messages.noRequests}</p>`;
	const limit = objectives.find(({ name }) => name === "latency")?.withinMs;
	const mark = limit === void 0 ? void 0 : {
		value: limit,
		name: messages.objective(format.ms(limit))
	};
	const scale = scaleFor(limit === void 0 ? measured : [...measured, limit]);
	const summary = LINES.map((name) => messages.below(`${name.slice(1)} %`, format.ms(total.latencyMs?.[name] ?? 0))).join(", ");
	const tips = parts.map(({ from, to, latencyMs }) => {
		const values = LINES.map((name) => latencyMs && `${name.slice(1)} %: ${format.ms(latencyMs[name])}`);
		return `${format.between(from, to)} · ${latencyMs ? values.join(", ") : messages.noRequests}`;
	});
	const label = messages.chart(messages.latency, messages.ranges[range], summary);
	return html`<div class="scaled"><div class="ticks" aria-hidden="true">${scale.ticks.map((tick) => html`<span>${format.ms(tick)}</span>`)}</div>
<div>${lineChart(lines, scale, mark, tips, label, parts[0])}${axis(span, range, locale)}</div></div>`;
}
function table({ parts }, caption, names, locale) {
	const { messages, format, language } = locale;
	const rows = parts.flatMap((part) => {
		if (part.status === void 0) return [];
		const availability = availabilityPercent(part);
		const failing = Object.entries(part.checks).filter(([, { status }]) => status !== "ok");
		const state = messages.state[part.status];
		const systems = format.list(failing.map(([subject]) => names(subject, language)));
		const ms = (value) => value === void 0 ? "–" : format.ms(value);
		return [html`<tr><th scope="row">${timeElement(part.from, format.moment(part.from))}</th><td>${systems === "" ? state : `${state} (${systems})`}</td><td>${format.number(part.requests)}</td><td>${availability === void 0 ? "–" : format.percent(availability)}</td>${PERCENTILES.map((name) => html`<td>${ms(part.latencyMs?.[name])}</td>`)}</tr>
`];
	});
	const { time, stateColumn, requests, availability: answered } = messages;
	const heads = [
		time,
		stateColumn,
		requests,
		answered,
		...PERCENTILES
	];
	return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption class="hidden-text">${caption}</caption>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.toReversed()}</tbody></table></div>`;
}
// plugins/pages/status/page.ts
/** The page in HTML. The script keeps it live by replacing its sections one by one. */
var _templateObject;
/** They differ in shape, not in colour alone: a tick, an exclamation mark, a cross, two tools. */
const SIGNS = {
	ok: "M6 12.5l4 4 8-9",
	degraded: "M12 5.5v8M12 17v1.5",
	down: "M7 7l10 10M17 7L7 17",
	maintenance: "M7 17L17 7M14 6l4 4M6 14l4 4"
};
function statusPage(info, range, registry, locale) {
	const { messages } = locale;
	const { history } = info;
	const stream = registry.route("events.streamEvents");
	const events = stream && requiredScopes(stream) === void 0 ? stream.path : void 0;
	return html`${sheetAndScript(registry)}
<div class="status" data-events="${events}" data-live-text="${messages.live}" data-waiting-text="${messages.waiting}" data-lost-text="${messages.lost}">
<p class="hidden-text" role="status" data-announce></p>
${banner(info, registry, locale)}
<p class="connection small soft" data-connection></p>
<noscript><p class="soft">${messages.reload}</p></noscript>
${ongoingSection(info, registry, locale)}
${announcementsSection(info, locale)}
${typeof history === "object" ? html`${rangeSwitch(range, registry, locale)}
${systemsSection(info, range, locale)}
${trafficSection(history, range, info.names, locale)}
${objectivesSection(history.objectives, locale)}
${pastSection(info, range, registry, locale)}` : html`${systemsSection(info, range, locale)}
<section id="past" data-live><p class="soft">${history === "unreadable" ? messages.unreadable : messages.noHistory}</p></section>`}
${programsSection(registry, locale)}
</div>`;
}
function sheetAndScript(registry) {
	return html(_templateObject || (_templateObject = _taggedTemplateLiteral([
		"<link rel=\"stylesheet\" href=\"",
		"\">\n<script type=\"module\" src=\"",
		"\"><\/script>"
	])), registry.href("status-page.showStyles"), registry.href("status-page.showScript"));
}
function sign(state) {
	return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="12"/><path d="${SIGNS[state]}"/></svg>`;
}
/** The state, with the cause and since when, or when that was found. */
function banner(info, registry, locale) {
	const { messages, format } = locale;
	const { status, at } = info;
	const [cause] = ongoing(info).toReversed();
	return html`<section id="state" class="banner ${TONE[status]}" data-live data-state="${status}" aria-labelledby="state-title">
${sign(status)}
<div><h2 id="state-title">${messages.overall[status]}</h2>
${cause !== void 0 && html`<p class="cause"><a href="${incidentHref(registry, cause)}">${incidentTitle(cause, info.names, locale)}</a> · ${messages.since} ${timeElement(cause.start, format.moment(cause.start))} · ${durationText(at - cause.start)}</p>`}
<p>${messages.checked} ${timeElement(at, format.moment(at))}</p></div>
</section>`;
}
function rangeSwitch(current, registry, { messages }) {
	const path = registry.href("status-page.showStatusPage");
	return html`<nav id="ranges" class="ranges" data-live aria-label="${messages.period}"><ul>${RANGE_NAMES.map((name) => html`<li><a href="${path}?range=${name}"${name === current && html` aria-current="true"`}>${messages.ranges[name]}</a></li>`)}</ul></nav>`;
}
// plugins/pages/status/embed.ts
/** A small view of the state for frames of other sites: a document on its own, without menus. */
/** Pages of all sites may frame it (CSP Level 3, section 6.4.2); it loads styles and the script that keeps it current. */
const EMBED_POLICY = [
	"default-src 'none'",
	"style-src 'self'",
	"script-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors *"
].join("; ");
function embedPage(info, registry, locale) {
	const { messages, format, language } = locale;
	const { status, at } = info;
	const [cause] = ongoing(info).toReversed();
	const name = registry.translate(registry.app.name, language);
	return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${name}: ${messages.overall[status]}</title>
<link rel="stylesheet" href="${registry.href("site.showStyles")}">
${sheetAndScript(registry)}
</head>
<body class="embed">
<main class="status" data-live-text><a id="view" data-live class="banner ${TONE[status]}" href="${registry.href("status-page.showStatusPage")}" target="_top">
${sign(status)}
<span><strong>${name}: ${messages.overall[status]}</strong>
<span class="small">${cause === void 0 ? html`${messages.checked} ${timeElement(at, format.moment(at))}` : incidentTitle(cause, info.names, locale)}</span></span></a></main>
</body>
</html>
`.toString();
}
// plugins/pages/status/feed.ts
/** Incidents, notices and planned maintenance as an Atom feed (RFC 4287). */
/** Incidents in the feed. */
const MOST_ENTRIES = 50;
function statusFeed(info, registry, locale) {
	const { baseUrl } = registry;
	const name = registry.translate(registry.app.name, locale.language);
	const url = (ref) => `${baseUrl}${registry.href(ref) ?? ""}`;
	const page = url("status-page.showStatusPage");
	const self = url("status-page.showFeed");
	const episodes = typeof info.history === "object" ? info.history.episodes : [];
	const entries = [
		...info.notices.map((one) => noticeEntry(one, page, declaredAt(registry), locale)),
		...info.maintenance.map((one) => maintenanceEntry(one, page, locale)),
		...info.past.map((one) => ({
			...maintenanceEntry(one, page, locale),
			link: `${url("status-page.showHistory")}#maintenance-${one.id}`,
			updated: one.until
		})),
		...episodes.slice(0, MOST_ENTRIES).map((one) => incidentEntry(one, `${baseUrl}${incidentHref(registry, one)}`, info, locale))
	].toSorted((a, b) => b.updated - a.updated);
	const updated = entries[0]?.updated ?? declaredAt(registry);
	return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale.language}">
<id>${self}</id>
<title>${name}: ${locale.messages.incidents}</title>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<author><name>${name}</name></author>
<updated>${time(updated)}</updated>
${entries.map(entryElement)}</feed>
`.toString();
}
/** The time where none is known, which is the same at each request and each node. */
function declaredAt(registry) {
	return Date.parse(registry.route("status-page.showStatusPage")?.declaration.page?.updated ?? "1970-01-01");
}
function entryElement({ id, link, title, published, updated, text }) {
	return html`<entry>
<id>${id}</id>
<title>${title}</title>
<link rel="alternate" type="text/html" href="${link}"/>
<published>${time(published)}</published>
<updated>${time(updated)}</updated>
<content type="text">${text}</content>
</entry>
`;
}
function incidentEntry(episode, link, info, locale) {
	const { messages, format, language } = locale;
	const { updates, start } = episode;
	const lines = updates.toReversed().map(({ at, subject, to }) => `${format.moment(at)}: ${messages.update(info.names(subject, language), messages.state[to])}`);
	return {
		id: link,
		link,
		title: incidentTitle(episode, info.names, locale),
		published: start,
		updated: updates.at(-1)?.at ?? start,
		text: lines.join("\n")
	};
}
function noticeEntry(one, page, unknown, locale) {
	const at = one.announced ?? (one.from || unknown);
	const title = textIn(one.title, locale.language);
	const [id, link] = [`${page}#note-${one.id}`, `${page}#announcements`];
	return {
		id,
		link,
		title,
		published: at,
		updated: at,
		text: title
	};
}
/** The config does not say when it was announced, so that its own time stands for it. */
function maintenanceEntry(one, page, locale) {
	const { messages, format, language } = locale;
	const { id, from, until, text, announced = from } = one;
	const times = `${format.moment(from)} – ${format.moment(until)}`;
	const address = `${page}#maintenance-${id}`;
	return {
		id: address,
		link: address,
		title: `${messages.maintenance}: ${textIn(one.title, language)}`,
		published: announced,
		updated: announced,
		text: text === void 0 ? times : `${times}\n${textIn(text, language)}`
	};
}
function time(at) {
	return new Date(at).toISOString();
}
// plugins/pages/status/history-page.ts
/** All incidents and past maintenance by month, and the page of one incident. */
function historyPage(info, registry, locale) {
	const { messages, format } = locale;
	const { history } = info;
	const entries = [...(typeof history === "object" ? history.episodes : []).map((one) => ({
		at: one.start,
		item: incidentItem(one, info, registry, locale)
	})), ...info.past.map((one) => ({
		at: one.from,
		item: maintenanceItem(one, false, info, locale)
	}))].toSorted((a, b) => b.at - a.at);
	const months = Map.groupBy(entries, ({ at }) => format.month(at));
	const nothing = history === void 0 ? messages.noHistory : history === "unreadable" ? messages.unreadable : messages.noIncidents;
	return html`${sheetAndScript(registry)}
<div class="status">
${entries.length === 0 && html`<p>${nothing}</p>`}
${[...months].map(([month, items]) => html`<section><h2>${month}</h2>
<ol class="rows">
${items.map(({ item }) => item)}</ol></section>
`)}
<p><a href="${registry.href("status-page.showStatusPage")}">${messages.backToStatus}</a> · <a href="${registry.href("status-page.showFeed")}">${messages.feed}</a></p>
</div>`;
}
function incidentPage(episode, info, registry, locale) {
	const { messages } = locale;
	return html`${sheetAndScript(registry)}
<div class="status">
${episode === void 0 ? html`<p>${messages.noIncidents}</p>` : incidentFacts(episode, info, locale)}
<p><a href="${registry.href("status-page.showStatusPage")}">${messages.backToStatus}</a> · <a href="${registry.href("status-page.showHistory")}">${messages.allIncidents}</a></p>
</div>`;
}
function incidentFacts(episode, info, locale) {
	const { messages, format, language } = locale;
	const { start, end, subjects, elsewhere } = episode;
	const [first = ""] = subjects;
	const list = format.list(subjects.map((subject) => info.names(subject, language)));
	const entries = [
		[messages.stateColumn, stateTag(episode, locale)],
		[messages.began, timeElement(start, format.moment(start))],
		[messages.ended, end === void 0 ? "–" : timeElement(end, format.moment(end))],
		[messages.duration, durationText((end ?? info.at) - start)],
		...subjects.length > 1 ? [[messages.firstAffected, info.names(first, language)]] : [],
		[messages.affected, list]
	];
	return html`<dl class="facts">
${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<h2>${messages.course}</h2>
${course(episode, info, locale)}
<p class="small soft">${elsewhere && html`${messages.elsewhere} `}${messages.measured}</p>`;
}
const IncidentParams = object({ id: string().meta({ examples: ["latest"] }) });
/** @param shared how caches may keep what looks the same for all. */
function statusRoutes(shared) {
	const common = {
		method: "GET",
		asset: true
	};
	const badge = {
		...common,
		text: { mediaType: "image/svg+xml" },
		cache: shared
	};
	const api = {
		...common,
		bareBody: true,
		cache: "no-store"
	};
	return {
		showStatusPage: {
			method: "GET",
			path: "/status",
			summary: "See the status of the service and its history.",
			query: RangeQuery,
			page: {
				title: {
					en: "Status",
					es: "Estado"
				},
				description: {
					en: "The current status of the service, and its history over up to 90 days.",
					es: "El estado actual del servicio y su historial de hasta 90 días."
				},
				menu: "main",
				updated: "2026-11-22"
			},
			languages: LANGUAGES,
			publish: { rootLink: "statusPage" },
			cache: "no-store"
		},
		showHistory: {
			method: "GET",
			path: "/status/history",
			summary: "See all incidents by month.",
			page: {
				title: {
					en: "Incidents",
					es: "Incidencias"
				},
				description: {
					en: "All recorded incidents of the service, by month.",
					es: "Todas las incidencias registradas del servicio, por meses."
				},
				menu: "none",
				updated: "2026-11-22"
			},
			languages: LANGUAGES,
			cache: "no-store"
		},
		showIncident: {
			method: "GET",
			path: "/status/incidents/{id}",
			summary: "See one incident: what was affected, since when, and how it went on.",
			params: IncidentParams,
			page: {
				title: {
					en: "Incident",
					es: "Incidencia"
				},
				menu: "none",
				updated: "2026-11-22"
			},
			languages: LANGUAGES,
			errors: ["resource-not-found"],
			cache: "no-store"
		},
		showSummary: {
			...api,
			path: "/status/summary.json",
			summary: "Read the status of the service in Statuspage's format.",
			description: "The format is that of `summary.json` in version 2 of the Statuspage API.",
			returns: StatusSummary
		},
		showApiSummary: {
			...api,
			path: "/status/api/v2/summary.json",
			summary: "Read the status with its components, incidents and maintenance.",
			returns: StatusSummary
		},
		showApiStatus: {
			...api,
			path: "/status/api/v2/status.json",
			summary: "Read the status in one word.",
			returns: StatusIndicator
		},
		showApiComponents: {
			...api,
			path: "/status/api/v2/components.json",
			summary: "Read the status of each part of the service.",
			returns: StatusComponents
		},
		showApiIncidents: {
			...api,
			path: "/status/api/v2/incidents.json",
			summary: "Read the latest 50 incidents.",
			returns: StatusIncidents
		},
		showApiUnresolved: {
			...api,
			path: "/status/api/v2/incidents/unresolved.json",
			summary: "Read the incidents that are not resolved.",
			returns: StatusIncidents
		},
		showApiMaintenances: {
			...api,
			path: "/status/api/v2/scheduled-maintenances.json",
			summary: "Read the latest 50 planned maintenances, those that are over included.",
			returns: StatusMaintenances
		},
		showApiUpcoming: {
			...api,
			path: "/status/api/v2/scheduled-maintenances/upcoming.json",
			summary: "Read the planned maintenance that has not begun.",
			returns: StatusMaintenances
		},
		showApiActive: {
			...api,
			path: "/status/api/v2/scheduled-maintenances/active.json",
			summary: "Read the maintenance that is under way.",
			returns: StatusMaintenances
		},
		showFeed: {
			...common,
			path: "/status/feed.atom",
			summary: "Follow incidents, notices and planned maintenance.",
			text: { mediaType: "application/atom+xml" },
			languages: LANGUAGES,
			cache: shared
		},
		showEmbed: {
			...common,
			path: "/status/embed",
			summary: "See the status in a frame of another page.",
			text: { mediaType: "text/html" },
			languages: LANGUAGES,
			cache: "no-store"
		},
		showBadge: {
			...badge,
			path: "/status/badge.svg",
			summary: "Read the status of the service as a badge for READMEs."
		},
		showUptimeBadge: {
			...badge,
			path: "/status/badges/uptime.svg",
			summary: "Read the availability of a span as a badge for READMEs.",
			query: object({ range: RangeQuery.shape.range.unwrap().default("30d") })
		},
		showLatencyBadge: {
			...badge,
			path: "/status/badges/latency.svg",
			summary: "Read the response time of a span as a badge for READMEs.",
			query: object({ range: RangeQuery.shape.range.unwrap().default("24h") })
		},
		showStyles: styleRoute("/assets/status.css", "Read the styles of the status page."),
		showScript: scriptRoute("/assets/status.js", "Read the script that keeps the status page live.")
	};
}
// plugins/pages/status/statuspage-api.ts
/** The status in the formats of the Statuspage API (version 2), which status clients read. They are in English. */
const INDICATORS = {
	ok: {
		indicator: "none",
		description: "All Systems Operational"
	},
	degraded: {
		indicator: "minor",
		description: "Partially Degraded Service"
	},
	down: {
		indicator: "critical",
		description: "Major Service Outage"
	},
	maintenance: {
		indicator: "maintenance",
		description: "Service Under Maintenance"
	}
};
const IMPACTS = {
	ok: "none",
	degraded: "minor",
	down: "critical"
};
const COMPONENT_STATUS = {
	ok: "operational",
	degraded: "degraded_performance",
	down: "major_outage",
	maintenance: "under_maintenance"
};
const LOCALE = localeFor("en");
/** Incidents, and maintenance, that a list has, as Statuspage's own have. */
const MOST = 50;
/** All that the API answers with; each path leaves some of it out. */
function statuspage(info, registry) {
	const { at, status, checks, history, names, maintenance } = info;
	const { name } = registry.app;
	const page_id = slug(name);
	const past = typeof history === "object" ? history : void 0;
	const url = `${registry.baseUrl}${registry.href("status-page.showStatusPage") ?? ""}`;
	const first = past?.span.parts.find(({ samples }) => samples > 0)?.from ?? at;
	const components = checks.map((check, index) => ({
		id: hashOf(check.subject),
		page_id,
		name: names(check.subject, LOCALE.language),
		status: COMPONENT_STATUS[check.status],
		description: null,
		position: index + 1,
		created_at: timeOf(first),
		updated_at: timeOf(check.since ?? first),
		start_date: null,
		group: false,
		group_id: null,
		showcase: true,
		only_show_if_degraded: false
	}));
	const affected = (subjects) => {
		const ids = new Set(subjects.map(hashOf));
		return components.filter(({ id }) => ids.has(id));
	};
	const incidents = [...info.notices.map((one) => ({
		...noticeOf(one, declaredAt(registry)),
		page_id,
		shortlink: `${url}#announcements`,
		components: []
	})), ...(past?.episodes ?? []).slice(0, MOST).map((episode) => ({
		...incidentOf(episode, info),
		page_id,
		shortlink: `${registry.baseUrl}${incidentHref(registry, episode)}`,
		components: affected(episode.subjects)
	}))].toSorted((a, b) => b.created_at.localeCompare(a.created_at));
	const scheduled = (one) => {
		const page = isOver(one, at) ? "status-page.showHistory" : "status-page.showStatusPage";
		return {
			...maintenanceOf(one, at),
			page_id,
			shortlink: `${registry.baseUrl}${registry.href(page)}#maintenance-${one.id}`,
			components: affected(one.affects)
		};
	};
	const planned = maintenance.map(scheduled);
	return {
		page: {
			id: page_id,
			name,
			url,
			time_zone: "Etc/UTC",
			updated_at: timeOf(at)
		},
		status: INDICATORS[status],
		components,
		incidents: incidents.slice(0, MOST),
		unresolved: incidents.filter(({ resolved_at }) => resolved_at === null),
		scheduled_maintenances: planned,
		/** With that which is over, the latest first. */
		maintenances: [...planned.toReversed(), ...info.past.map(scheduled)].slice(0, MOST)
	};
}
function incidentOf(episode, { names }) {
	const { id, worst, start, end, updates } = episode;
	const { messages, language } = LOCALE;
	const isLast = (index) => end !== void 0 && index === updates.length - 1;
	const states = /* @__PURE__ */ new Map();
	return {
		id,
		name: incidentTitle(episode, names, LOCALE),
		status: end === void 0 ? "investigating" : "resolved",
		impact: IMPACTS[worst],
		created_at: timeOf(start),
		started_at: timeOf(start),
		updated_at: timeOf(updates.at(-1)?.at ?? start),
		monitoring_at: null,
		resolved_at: end === void 0 ? null : timeOf(end),
		incident_updates: updates.map(({ at, subject, to }, index) => {
			const name = names(subject, language);
			const from = states.get(subject) ?? "ok";
			states.set(subject, to);
			const change = {
				old_status: COMPONENT_STATUS[from],
				new_status: COMPONENT_STATUS[to]
			};
			return {
				...updateOf(id, index, isLast(index) ? "resolved" : "investigating", at),
				body: messages.update(name, messages.state[to]),
				affected_components: subject === "service" ? [] : [{
					code: hashOf(subject),
					name,
					...change
				}]
			};
		}).toReversed()
	};
}
/** As operators of Statuspage write notices: an incident without an impact. */
function noticeOf(one, unknown) {
	const { id, title, from, announced = from || unknown } = one;
	const [time, name] = [timeOf(announced), textIn(title, LOCALE.language)];
	return {
		id,
		name,
		status: "monitoring",
		impact: "none",
		created_at: time,
		started_at: time,
		updated_at: time,
		monitoring_at: time,
		resolved_at: null,
		incident_updates: [{
			...updateOf(id, 0, "monitoring", announced),
			body: name,
			affected_components: null
		}]
	};
}
function maintenanceOf(one, now) {
	const { id, title, text = title, from, until, announced = from } = one;
	const { language } = LOCALE;
	const steps = [
		{
			status: "scheduled",
			at: announced,
			body: textIn(text, language)
		},
		...from <= now ? [{
			status: "in_progress",
			at: from,
			body: "The maintenance has begun."
		}] : [],
		...isOver(one, now) ? [{
			status: "completed",
			at: until,
			body: "The maintenance is over."
		}] : []
	];
	const { status, at } = steps.at(-1) ?? steps[0];
	return {
		id,
		name: textIn(title, language),
		status,
		impact: "maintenance",
		created_at: timeOf(announced),
		started_at: timeOf(from),
		updated_at: timeOf(at),
		monitoring_at: null,
		resolved_at: status === "completed" ? timeOf(until) : null,
		scheduled_for: timeOf(from),
		scheduled_until: timeOf(until),
		incident_updates: steps.map((step, index) => ({
			...updateOf(id, index, step.status, step.at),
			body: step.body,
			affected_components: null
		})).toReversed()
	};
}
function updateOf(id, index, status, at) {
	const time = timeOf(at);
	const times = {
		created_at: time,
		updated_at: time,
		display_at: time
	};
	return {
		id: `${id}-${index + 1}`,
		incident_id: id,
		status,
		...times
	};
}
function slug(text) {
	return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
function timeOf(at) {
	return new Date(at).toISOString();
}
// plugins/pages/status/index.ts
/** The status of the service and its history: pages for people, answers for programs, badges for READMEs. */
const SCRIPT = new URL("../plugins/pages/status/browser/live.ts", import.meta.url);
const embedding = definePolicy({
	id: "status-page",
	compile: ({ ref }) => ref === "status-page.showEmbed" ? { contributes: [{
		header: "Content-Security-Policy",
		outcomes: ["ok", "notModified"],
		value: EMBED_POLICY
	}] } : void 0
});
/** @param shared how caches may keep what looks the same for all. */
const statusPlugin = (shared) => definePlugin({
	id: "status-page",
	summary: "Live pages with the status of the service and its history, a feed, badges and an API.",
	options: Options,
	needs: {
		health: Health,
		history: optional(History),
		runtime: Runtime,
		clock: Clock,
		ids: Ids,
		store: optional(Store)
	},
	provides: { announcements: Announcements },
	tables: { [ANNOUNCEMENTS]: {
		of: Announcement,
		key: "id",
		internal: true
	} },
	setup(use, { options }) {
		prepareScripts(SCRIPT);
		return { announcements: createAnnouncements(use, options) };
	},
	policies: [embedding],
	routes: statusRoutes(shared),
	handlers: (sources, { registry, log, options }) => {
		const read = (range) => readStatus(sources, options, log, range);
		const api = async () => statuspage(await read(), registry);
		const summary = async () => {
			const { page, status, components, unresolved, scheduled_maintenances } = await api();
			return {
				page,
				status,
				components,
				incidents: unresolved,
				scheduled_maintenances
			};
		};
		const maintenances = async (status) => {
			const { page, maintenances: all, scheduled_maintenances: planned } = await api();
			const wanted = planned.filter((one) => one.status === status);
			return {
				page,
				scheduled_maintenances: status === void 0 ? all : wanted
			};
		};
		return {
			async showStatusPage({ language, query: { range } }) {
				const info = await read(range);
				const locale = localeFor(language);
				return {
					html: statusPage(info, range, registry, locale),
					markdown: statusMarkdown(info, range, registry, locale)
				};
			},
			async showHistory({ language }) {
				return historyPage(await read(), registry, localeFor(language));
			},
			async showIncident({ language, params: { id }, fail }) {
				const info = await read();
				const locale = localeFor(language);
				const past = typeof info.history === "object" ? info.history : void 0;
				const episodes = past?.episodes ?? [];
				const episode = id === "latest" ? episodes[0] : findEpisode(past?.incidents ?? [], episodes, id);
				if (episode === void 0 && id !== "latest") fail("resource-not-found");
				return {
					...episode && { title: incidentTitle(episode, info.names, locale) },
					html: incidentPage(episode, info, registry, locale)
				};
			},
			showSummary: summary,
			showApiSummary: summary,
			async showApiStatus() {
				const { page, status } = await api();
				return {
					page,
					status
				};
			},
			async showApiComponents() {
				const { page, components } = await api();
				return {
					page,
					components
				};
			},
			async showApiIncidents() {
				const { page, incidents } = await api();
				return {
					page,
					incidents
				};
			},
			async showApiUnresolved() {
				const { page, unresolved } = await api();
				return {
					page,
					incidents: unresolved
				};
			},
			showApiMaintenances: () => maintenances(),
			showApiUpcoming: () => maintenances("scheduled"),
			showApiActive: () => maintenances("in_progress"),
			showFeed: async ({ language }) => statusFeed(await read(), registry, localeFor(language)),
			showEmbed: async ({ language }) => embedPage(await read(), registry, localeFor(language)),
			showBadge: async () => statusBadge(registry.app.name, (await read()).status),
			showUptimeBadge: async ({ query: { range } }) => uptimeBadge(await read(range)),
			showLatencyBadge: async ({ query: { range } }) => latencyBadge(await read(range))
		};
	},
	commands: { status: statusCommand },
	documents: {
		showStyles: styleText(new URL("../plugins/pages/status/status.css", import.meta.url)),
		showScript: () => SCRIPT.href
	},
	renderers: { showScript: asScript }
});
var status_default = statusPlugin({
	scope: "public",
	maxAge: "30s"
});
export { scriptRoute as a, worse as c, prepareScripts as i, status_default as n, styleRoute as o, asScript as r, styleText as s, statusPlugin as t };

//# sourceMappingURL=status.js.map