import { t as definePlugin } from "../../../chunks/plugin.js";
import "../../../chunks/kernel.js";
import { g as optional } from "../../../chunks/explain-issues.js";
import { r as Health } from "../../../chunks/services2.js";
import { n as datetime } from "../../../chunks/zod3.js";
import { r as Runtime } from "../../../chunks/services.js";
import { r as HealthState } from "../../../chunks/health.js";
import { b as object, c as array, i as ZodNumber, k as _coercedNumber, l as boolean, p as int, s as _enum, w as string, y as number$1 } from "../../../chunks/zod2.js";
import { getHeapSnapshot } from "node:v8";
// node_modules/zod/v4/classic/coerce.js
function number(params) {
	return _coercedNumber(ZodNumber, params);
}
// schemas/diagnostics.ts
/** Types of the admin listener, which no public document has. */
/** The routes of the admin listener. */
const AdminRoutes = object({
	service: string(),
	routes: array(object({
		method: string(),
		path: string(),
		summary: string()
	}))
});
/** Health with the time and owner of each check. */
const HealthInDetail = object({
	status: HealthState,
	ready: boolean().describe("Whether the server takes requests, health aside."),
	timestamp: datetime().describe("When the checks last ran."),
	checks: array(object({
		plugin: string(),
		name: string(),
		status: HealthState,
		detail: string().optional().describe("The reason, unless the check passed."),
		durationMs: number$1().optional().describe("Absent where no check ran."),
		shared: boolean().describe("Whether all instances share the thing that was looked at.")
	}))
});
/** The running process. */
const Running = object({
	service: string(),
	version: string(),
	revision: string().describe("Equal on all nodes with the same plugins and config."),
	instance: object({
		id: string(),
		name: string()
	}),
	started: datetime(),
	node: string().describe("Version of Node."),
	pid: int(),
	reloads: object({
		failed: int().describe("Reloads that did not take over, since the start."),
		lastFailed: boolean()
	}),
	certificate: object({
		expires: datetime(),
		failed: int(),
		lastFailed: boolean()
	}).optional().describe("Of the public listener, with renewals that could not be used. Absent without TLS."),
	plugins: array(object({
		id: string(),
		source: string().describe("Where it was named: `preset`, or the config key."),
		state: _enum([
			"on",
			"off",
			"degraded"
		]),
		reason: string().optional().describe("Why it did not start.")
	}))
});
// plugins/monitoring/diagnostics/one-at-a-time.ts
/** Lets one of several expensive things happen at a time. */
var OneAtATime = class {
	#busy = false;
	/** Returns a function to call at the end, once; undefined while another one lasts. */
	begin() {
		if (this.#busy) return void 0;
		this.#busy = true;
		return () => {
			this.#busy = false;
		};
	}
};
// plugins/monitoring/diagnostics/es.ts
/** The texts of the plugin in Spanish. */
const ES = {
	"List the routes of this listener.": "Lista las rutas de este puerto de administración.",
	"Read the results of all health checks.": "Consulta los resultados de todas las comprobaciones de salud.",
	"Read what runs: revision, instance, plugins and reloads.": "Consulta qué se está ejecutando: revisión, instancia, plugins y recargas.",
	"Profile the processor time for some seconds.": "Mide durante unos segundos en qué se emplea el tiempo de procesador.",
	"A .cpuprofile, for Chromium's developer tools and VS Code.": "Un .cpuprofile, para las herramientas de desarrollo de Chromium y VS Code.",
	"Take a heap snapshot. The process answers nothing else in the meantime.": "Captura el contenido de la memoria (heap). Mientras tanto, el proceso no responde a nada más.",
	"A .heapsnapshot, for Chromium's developer tools. It holds all data in memory.": "Un .heapsnapshot, para las herramientas de desarrollo de Chromium. Contiene todos los datos que hay en memoria.",
	"Shows operators, on the admin listener, health in detail, what runs, and profiles.": "Muestra a los operadores, en el puerto de administración, la salud en detalle, lo que se ejecuta y perfiles."
};
// plugins/monitoring/diagnostics/index.ts
/** The routes of the admin listener: health in detail, the running revision, and profiles. */
const MAX_SECONDS = 60;
const BUSY = {
	detail: "One profile or heap snapshot is taken at a time.",
	retryAfter: 5
};
const admin = {
	method: "GET",
	listener: "admin",
	cache: "no-store"
};
/** As they are made: neither an ETag nor a coding is worth its time here. */
const JSON_DOWNLOAD = {
	mediaTypes: "application/json",
	streamed: true
};
var diagnostics_default = definePlugin({
	id: "diagnostics",
	summary: "Shows operators, on the admin listener, health in detail, what runs, and profiles.",
	section: "monitoring",
	translations: { es: ES },
	needs: {
		runtime: Runtime,
		health: optional(Health)
	},
	routes: {
		showAdminRoutes: {
			...admin,
			path: "/",
			summary: "List the routes of this listener.",
			returns: AdminRoutes,
			document: true
		},
		getHealthInDetail: {
			...admin,
			path: "/health",
			summary: "Read the results of all health checks.",
			description: "200 while the server works, also when it is degraded; 503 when it is down.",
			returns: HealthInDetail,
			statuses: [503]
		},
		getRunning: {
			...admin,
			path: "/revision",
			summary: "Read what runs: revision, instance, plugins and reloads.",
			returns: Running
		},
		getCpuProfile: {
			...admin,
			path: "/debug/profile",
			summary: "Profile the processor time for some seconds.",
			description: "A .cpuprofile, for Chromium's developer tools and VS Code.",
			query: object({ seconds: number().int().min(1).max(MAX_SECONDS).default(10) }),
			bytes: JSON_DOWNLOAD,
			timeout: "70s",
			errors: ["service-unavailable"]
		},
		getHeapSnapshot: {
			...admin,
			path: "/debug/heap",
			summary: "Take a heap snapshot. The process answers nothing else in the meantime.",
			description: "A .heapsnapshot, for Chromium's developer tools. It holds all data in memory.",
			bytes: JSON_DOWNLOAD,
			errors: ["service-unavailable"]
		}
	},
	documents: { showAdminRoutes: ({ app, adminRoutes }) => ({
		service: app.name,
		routes: adminRoutes.map(({ method, path, declaration }) => ({
			method,
			path,
			summary: declaration.summary
		}))
	}) },
	handlers: ({ runtime, health }) => {
		const one = new OneAtATime();
		return {
			getHealthInDetail: async (call) => {
				const { status, at, checks } = await health?.report() ?? {
					status: "ok",
					at: Date.now(),
					checks: []
				};
				if (status === "down") call.status(503, { retryAfter: 1 });
				return {
					status,
					ready: runtime.ready,
					timestamp: new Date(at).toISOString(),
					checks: checks.map(({ title: _title, ...check }) => ({
						...check,
						shared: check.shared ?? false
					}))
				};
			},
			getRunning: () => {
				const { registry, instance, certificate, reloads, degraded } = runtime;
				const { app, revision, installed } = registry;
				const reasons = new Map(degraded.map(({ plugin, reason }) => [plugin, reason]));
				return {
					service: app.name,
					version: app.version,
					revision,
					instance: {
						id: instance.id,
						name: instance.name
					},
					started: new Date(instance.startedAt).toISOString(),
					node: process.version,
					pid: process.pid,
					reloads,
					...certificate === void 0 ? {} : { certificate: {
						...certificate,
						expires: new Date(certificate.expires).toISOString()
					} },
					plugins: installed.map(({ plugin: { id }, source, enabled }) => {
						const reason = reasons.get(id);
						if (reason !== void 0) return {
							id,
							source,
							state: "degraded",
							reason
						};
						return {
							id,
							source,
							state: enabled ? "on" : "off"
						};
					})
				};
			},
			getCpuProfile: async ({ query: { seconds }, method, signal, fail }) => {
				if (method === "HEAD") return Buffer.of();
				const end = one.begin() ?? fail("service-unavailable", BUSY);
				try {
					const { profileCpu } = await import("./profile.js");
					return {
						bytes: await profileCpu(seconds * 1e3, signal),
						filename: `cpu-${process.pid}.cpuprofile`
					};
				} finally {
					end();
				}
			},
			getHeapSnapshot: ({ method, fail }) => {
				if (method === "HEAD") return Buffer.of();
				const end = one.begin() ?? fail("service-unavailable", BUSY);
				const snapshot = getHeapSnapshot();
				snapshot.once("close", end);
				return {
					bytes: snapshot,
					filename: `heap-${process.pid}.heapsnapshot`
				};
			}
		};
	}
});
export { diagnostics_default as default };

//# sourceMappingURL=index.js.map