import "./kernel.js";
import { _ as service } from "./explain-issues.js";
import { C as strictObject, E as union, S as record, b as object, c as array, p as int, s as _enum, w as string } from "./zod2.js";
import { n as datetime } from "./zod3.js";
import { c as textIn } from "./page-form.js";
import { createHash } from "node:crypto";
// plugins/pages/shared/languages.ts
/** Languages of the built-in pages, the default first. */
const LANGUAGES = ["en", "es"];
// plugins/pages/status/messages.ts
const en = {
	overall: {
		ok: "All systems are working",
		degraded: "Some systems are impaired",
		down: "The service is down",
		maintenance: "Maintenance in progress"
	},
	state: {
		ok: "Working",
		degraded: "Impaired",
		down: "Down",
		maintenance: "Maintenance"
	},
	incident: {
		ok: "Notice",
		degraded: "Disruption",
		down: "Outage"
	},
	noData: "No data",
	checked: "Checked",
	checks: "Systems",
	noChecks: "The only check here is that the service answers.",
	since: "since",
	okShare: (percent) => `${percent} working`,
	period: "Period",
	ranges: {
		"24h": "24 hours",
		"7d": "7 days",
		"30d": "30 days",
		"90d": "90 days"
	},
	ago: (span) => `${span} ago`,
	last: (span) => `Last ${span}`,
	now: "now",
	traffic: "Requests",
	availability: "Answered without a server error",
	requests: "Requests",
	failed: (count) => `${count} failed`,
	within: (percent) => `${percent} answered within`,
	median: "Half answered within",
	latency: "Response time",
	noRequests: "no requests",
	noDataYet: "No data yet. The first figures appear a minute after the start.",
	noHistory: "This service keeps no history.",
	unreadable: "The history cannot be read right now. The status above is current.",
	figures: "Figures as a table",
	time: "Time (UTC)",
	stateColumn: "State",
	objectives: "Objectives",
	objective: (ms) => `objective for 99 %: ${ms}`,
	goal: (percent, ms) => ms === void 0 ? `${percent} of requests are answered without a server error` : `${percent} of requests are answered within ${ms}`,
	overDays: (days) => `over ${days} days`,
	met: "Met",
	missed: "Missed",
	early: (known, days) => `Not enough data yet (${known} of ${days} days)`,
	reached: (percent) => `${percent} reached`,
	soFar: (percent) => `${percent} so far`,
	budget: (percent) => `${percent} of the error budget used`,
	budgetGone: "more than the whole error budget used",
	budgetText: "The error budget is the share of requests that may miss the objective.",
	ongoingTitle: "Ongoing incidents",
	incidents: "Incidents",
	noIncidents: "No incidents recorded.",
	noneIn: (span) => `No incidents in the last ${span}.`,
	allIncidents: "All incidents",
	ongoing: "Ongoing",
	lasted: (duration) => `lasted ${duration}`,
	resolved: "Resolved",
	affected: "Affected",
	began: "Began",
	ended: "Ended",
	duration: "Duration",
	course: "Timeline",
	firstAffected: "First affected",
	update: (name, state) => `${name}: ${state.toLowerCase()}`,
	elsewhere: "Seen by another part of the service than the one that answers you.",
	measured: "Recorded by the service's own health checks.",
	backToStatus: "Current status",
	maintenance: "Planned maintenance",
	underWay: "Under way",
	notices: "Notices",
	service: "Whole service",
	programs: "Follow and embed",
	feed: "Atom feed of incidents and maintenance",
	summary: "The status as JSON, in the format of Statuspage",
	api: "API for status clients",
	apiText: "Clients of Statuspage read these with the address of this page as their base.",
	badges: "Badges",
	badgeText: "Copy the Markdown of a badge into a README.",
	embed: "A small view for other pages",
	embedText: "Copy this HTML to where the status is to be seen.",
	badge: {
		state: "Current state",
		uptime: "Availability, 30 days",
		latency: "Response time"
	},
	reload: "Reload the page for the latest state.",
	live: "Live",
	waiting: "Reconnecting",
	lost: "The service cannot be reached. This page shows the last known state.",
	allGood: "every request answered",
	share: (percent) => `${percent} failed`,
	chart: (what, span, summary) => `${what}, last ${span}: ${summary}.`,
	interruptions: (count) => count === 0 ? "no interruption" : count === 1 ? "1 part with an interruption" : `${count} parts with interruptions`,
	below: (percentile, ms) => `${percentile} of requests within ${ms}`
};
const es = {
	overall: {
		ok: "Todos los sistemas funcionan",
		degraded: "Algunos sistemas tienen problemas",
		down: "El servicio está caído",
		maintenance: "Mantenimiento en curso"
	},
	state: {
		ok: "Funciona",
		degraded: "Con problemas",
		down: "Fuera de servicio",
		maintenance: "En mantenimiento"
	},
	incident: {
		ok: "Aviso",
		degraded: "Problemas",
		down: "Interrupción"
	},
	noData: "Sin datos",
	checked: "Comprobado",
	checks: "Sistemas",
	noChecks: "Aquí solo se comprueba que el servicio responde.",
	since: "desde",
	okShare: (percent) => `${percent} en funcionamiento`,
	period: "Periodo",
	ranges: {
		"24h": "24 horas",
		"7d": "7 días",
		"30d": "30 días",
		"90d": "90 días"
	},
	ago: (span) => `hace ${span}`,
	last: (span) => span.endsWith("horas") ? `Últimas ${span}` : `Últimos ${span}`,
	now: "ahora",
	traffic: "Peticiones",
	availability: "Respondidas sin error del servidor",
	requests: "Peticiones",
	failed: (count) => `${count} con error`,
	within: (percent) => `${percent} respondidas en`,
	median: "La mitad respondidas en",
	latency: "Tiempo de respuesta",
	noRequests: "sin peticiones",
	noDataYet: "Todavía no hay datos. Las primeras cifras llegan un minuto después del arranque.",
	noHistory: "Este servicio no guarda historial.",
	unreadable: "Ahora mismo no se puede leer el historial. El estado de arriba es el actual.",
	figures: "Las cifras en una tabla",
	time: "Hora (UTC)",
	stateColumn: "Estado",
	objectives: "Objetivos",
	objective: (ms) => `objetivo para el 99 %: ${ms}`,
	goal: (percent, ms) => ms === void 0 ? `El ${percent} de las peticiones se responde sin error del servidor` : `El ${percent} de las peticiones se responde en menos de ${ms}`,
	overDays: (days) => `en ${days} días`,
	met: "Cumplido",
	missed: "No cumplido",
	early: (known, days) => `Todavía no hay datos suficientes (${known} de ${days} días)`,
	reached: (percent) => `${percent} alcanzado`,
	soFar: (percent) => `${percent} hasta ahora`,
	budget: (percent) => `${percent} del margen de error consumido`,
	budgetGone: "todo el margen de error consumido, y más",
	budgetText: "El margen de error es la parte de las peticiones que puede incumplir el objetivo.",
	ongoingTitle: "Incidencias en curso",
	incidents: "Incidencias",
	noIncidents: "No hay incidencias registradas.",
	noneIn: (span) => span.endsWith("horas") ? `Ninguna incidencia en las últimas ${span}.` : `Ninguna incidencia en los últimos ${span}.`,
	allIncidents: "Todas las incidencias",
	ongoing: "En curso",
	lasted: (duration) => `duró ${duration}`,
	resolved: "Resuelta",
	affected: "Sistemas afectados",
	began: "Inicio",
	ended: "Fin",
	duration: "Duración",
	course: "Cronología",
	firstAffected: "Primer sistema afectado",
	update: (name, state) => `${name}: ${state.toLowerCase()}`,
	elsewhere: "Detectada por otra parte del servicio, distinta de la que te responde.",
	measured: "Registrada por las comprobaciones de salud del propio servicio.",
	backToStatus: "Estado actual",
	maintenance: "Mantenimiento programado",
	underWay: "En curso",
	notices: "Avisos",
	service: "Todo el servicio",
	programs: "Seguir e insertar",
	feed: "Canal Atom de incidencias y mantenimiento",
	summary: "El estado en JSON, en el formato de Statuspage",
	api: "API para clientes de estado",
	apiText: "Los clientes de Statuspage las leen con la dirección de esta página como base.",
	badges: "Insignias",
	badgeText: "Copia el Markdown de una insignia en un fichero README.",
	embed: "Una vista pequeña para otras páginas",
	embedText: "Copia este HTML donde se deba ver el estado.",
	badge: {
		state: "Estado actual",
		uptime: "Disponibilidad, 30 días",
		latency: "Tiempo de respuesta"
	},
	reload: "Recarga la página para ver el estado más reciente.",
	live: "En directo",
	waiting: "Reconectando",
	lost: "No se puede contactar con el servicio. Esta página muestra el último estado conocido.",
	allGood: "todas las peticiones respondidas",
	share: (percent) => `${percent} con error`,
	chart: (what, span, summary) => `${what}, ${es.last(span).toLowerCase()}: ${summary}.`,
	interruptions: (count) => count === 0 ? "ninguna interrupción" : count === 1 ? "1 tramo con interrupción" : `${count} tramos con interrupciones`,
	below: (percentile, ms) => `${percentile} de las peticiones en menos de ${ms}`
};
const MESSAGES = {
	en,
	es
};
// plugins/pages/status/names.ts
/** Names for people in place of `plugin:check`: the operator's, the plugin's, or that of the check. */
/** The service as a whole, among the subjects of incidents. */
const SERVICE = "service";
function createNames(own, checks) {
	const declared = new Map(checks.map((check) => [subjectOf(check), check.title]));
	return (subject, language) => {
		if (subject === "service") return MESSAGES[language].service;
		const title = own[subject] ?? declared.get(subject);
		return title === void 0 ? plainName(subject) : textIn(title, language);
	};
}
function subjectOf({ plugin, name }) {
	return `${plugin}:${name}`;
}
/** `mail:send-queue` as `Send queue`. */
function plainName(subject) {
	const text = subject.slice(subject.indexOf(":") + 1).replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[-_.:\s]+/g, " ").trim().toLowerCase();
	return text.charAt(0).toUpperCase() + text.slice(1);
}
/** Returns a short id that stays the same, without the names of plugins and instances that are in the key. */
function hashOf(key) {
	return createHash("sha256").update(key).digest("hex").slice(0, 12);
}
// plugins/pages/status/options.ts
/** The operator's part of the status page: names, notices and planned maintenance. */
const Text = string().regex(/\S/, "a text has at least one character").regex(/^[\P{Cc}\t\n\r]*$/u, "a text has no control characters, which the feed has no place for").max(2e3);
const LocalizedText = union([Text, strictObject(Object.fromEntries(LANGUAGES.map((tag) => [tag, Text])))]).describe("One text, or one for each language.");
const time = datetime({ offset: true }).transform((at) => Date.parse(at));
const isInOrder = ({ from, until }) => from === void 0 || until === void 0 || from < until;
const order = {
	error: "until is later than from",
	path: ["until"]
};
const Notice = strictObject({
	text: LocalizedText,
	from: time.optional().describe("Shown from then on. Default: at once."),
	until: time.optional().describe("Shown until then. Default: as long as it is in the config.")
}).refine(isInOrder, order);
const Maintenance = strictObject({
	title: LocalizedText,
	text: LocalizedText.optional(),
	from: time.describe("When it begins, such as 2027-01-31T22:00:00Z."),
	until: time.describe("When it is over."),
	affects: array(string()).default([]).describe("Health checks that may fail meanwhile, such as \"store:store\": they show as under maintenance.")
}).refine(isInOrder, order);
const Options = strictObject({
	names: record(string(), LocalizedText).default({}).describe("Names of health checks for people: { \"store:store\": \"Database\" }."),
	notices: array(Notice).max(20).default([]).describe("Sentences for all visitors, below the state and the incidents that last."),
	maintenance: array(Maintenance).max(100).default([]).describe("Planned maintenance.")
});
// plugins/pages/status/announcements.ts
/** Notices and planned maintenance: those of the config, and those that `waymark status` keeps in the store. */
const ANNOUNCEMENTS = "statusAnnouncements";
/** Announcements that the store keeps; those that are over make room. */
const MOST = 100;
const milliseconds = int().min(0);
/** A notice, or planned maintenance, which always has an end. Times are milliseconds since 1970. */
const Announcement = object({
	/** Stays the same for as long as it is announced. */
	id: string(),
	kind: _enum(["note", "maintenance"]),
	/** The title of maintenance; all that a notice says. */
	title: LocalizedText,
	text: LocalizedText.optional(),
	/** 0 for a notice that has always been there. */
	from: milliseconds,
	until: milliseconds.optional(),
	/** Checks that may fail meanwhile, as `plugin:check`. */
	affects: array(string()),
	/** When it was added; absent for those of the config, which does not say. */
	announced: milliseconds.optional()
});
const Announcements = service("statusAnnouncements");
function isMaintenance(one) {
	return one.kind === "maintenance" && one.until !== void 0;
}
function isShown({ from, until = Infinity }, at) {
	return from <= at && at < until;
}
function isOver({ until = Infinity }, at) {
	return until <= at;
}
function createAnnouncements({ store, clock, ids }, options) {
	const configured = configuredBy(options);
	let read = {
		version: void 0,
		rows: []
	};
	const table = () => {
		if (store !== void 0) return store.table(ANNOUNCEMENTS);
		throw new Error("announcements are kept in the store, which is off\n  hint: switch the plugin \"store\" on, or write them into the config of \"status-page\"");
	};
	const kept = async () => {
		if (store === void 0) return [];
		const version = store.version([ANNOUNCEMENTS]);
		if (version === void 0 || version !== read.version) read = {
			version,
			rows: (await table().list({ sort: [{
				field: "from",
				descending: false
			}] })).items
		};
		return read.rows;
	};
	return {
		configured,
		kept,
		all: async () => [...configured, ...await kept()],
		async add(wanted) {
			const now = clock.now();
			await makeRoom();
			const one = {
				...wanted,
				id: ids.hex(16),
				announced: now
			};
			await table().insert([one]);
			return one;
		},
		async end(id) {
			await table().update(id, { until: clock.now() });
		},
		async remove(id) {
			await table().remove(id);
		}
	};
	async function makeRoom() {
		const rows = await kept();
		if (rows.length < MOST) return;
		const now = clock.now();
		const [first] = rows.filter((one) => isOver(one, now)).toSorted((a, b) => (a.until ?? 0) - (b.until ?? 0));
		if (first === void 0) throw new Error(`${MOST} announcements are kept, and none of them is over\n  hint: end or remove one`);
		await table().remove(first.id);
	}
}
function configuredBy({ notices, maintenance }) {
	return [...notices.map(({ text, from = 0, until }) => {
		return withId({
			kind: "note",
			title: text,
			from,
			until,
			affects: []
		});
	}), ...maintenance.map((one) => withId({
		kind: "maintenance",
		...one
	}))];
}
/** The same at each node and after each start. */
function withId(one) {
	return {
		...one,
		id: hashOf(`${one.from} ${JSON.stringify(one.title)}`)
	};
}
// plugins/pages/status/flags.ts
/** Flags of `add`, by what is announced. */
const FLAGS = {
	note: [
		...inAllLanguages("text"),
		"from",
		"until"
	],
	maintenance: [
		...inAllLanguages("title"),
		...inAllLanguages("text"),
		"from",
		"until",
		"affects"
	]
};
/** The flag of a text in a language: the first one has none in its name. */
function flagIn(name, language) {
	return language === LANGUAGES[0] ? name : `${name}-${language}`;
}
function inAllLanguages(name) {
	return LANGUAGES.map((tag) => flagIn(name, tag));
}
export { LANGUAGES as _, Announcements as a, isOver as c, Text as d, SERVICE as f, MESSAGES as g, subjectOf as h, Announcement as i, isShown as l, hashOf as m, flagIn as n, createAnnouncements as o, createNames as p, ANNOUNCEMENTS as r, isMaintenance as s, FLAGS as t, Options as u };

//# sourceMappingURL=flags.js.map