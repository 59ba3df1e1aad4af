import { t as definePlugin } from "./plugin.js";
import { t as definePolicy } from "./policy.js";
import "./kernel.js";
import { _ as service } from "./explain-issues.js";
import { m as UniqueViolation, p as Store } from "./services2.js";
import { n as guaranteeOf, t as Options } from "./options.js";
// plugins/store/exact-versions.ts
/** Waits at the beginning of each request until this node knows of all changes that were committed before. */
const exactVersions = definePolicy({
	id: "exact-versions",
	options: Options,
	needs: { store: Store },
	compile({ method, document }, { options: { url, versions }, use }) {
		if (url === void 0 || versions.mode !== "exact" || method !== "GET" || document) return void 0;
		return { async begin() {
			try {
				await use().store.changes();
			} catch {}
		} };
	}
});
// plugins/store/write-transactions.ts
/** Each write in a transaction of its own: its reads, its rule, its changes and what policies record of it. */
const transactions = definePolicy({
	id: "transactions",
	needs: { store: Store },
	compile({ method, declaration }, { use }) {
		if (method === "GET" || declaration.transaction === false) return void 0;
		const isDeclared = declaration.errors?.includes("resource-exists") === true;
		return { async around(_call, proceed) {
			try {
				return await use().store.transaction(proceed);
			} catch (error) {
				if (isDeclared && error instanceof UniqueViolation) return { refusal: exists(error) };
				throw error;
			}
		} };
	}
});
function exists({ fields }) {
	const detail = `Another resource has the same ${fields.join(" and ")}. Nothing was changed.`;
	return {
		code: "resource-exists",
		detail,
		errors: fields.map((field) => ({
			detail,
			pointer: `/${field}`
		}))
	};
}
// plugins/store/index.ts
/** Throws while data cannot be read and written. */
const StoreProbe = service("storeProbe");
const StoreFigures = service("storeFigures");
const TITLE = {
	en: "Database",
	es: "Base de datos"
};
var store_default = definePlugin({
	id: "store",
	summary: "Keeps the data of all plugins in one SQLite file, or in PostgreSQL.",
	options: Options,
	env: { url: "DATABASE_URL" },
	testOptions: {
		file: ":memory:",
		url: void 0,
		migrate: "auto"
	},
	provides: {
		store: Store,
		storeProbe: StoreProbe,
		figures: StoreFigures
	},
	guarantees: (options) => ({ store: guaranteeOf(options) }),
	setupReads: ["tables"],
	async setup(_use, { options, registry, log, signal, defer }) {
		const [{ openDatabase }, { openStore, tableModels }, { preparation }] = await Promise.all([
			import("../plugins/store/engine.js"),
			import("../plugins/store/store.js"),
			import("../plugins/store/prepare.js")
		]);
		const models = tableModels(registry);
		const database = await openDatabase(options, {
			signal,
			log,
			prepare: await preparation(options, models, {
				signal,
				log
			})
		});
		defer(() => database.close());
		return {
			store: openStore(database, models, log),
			storeProbe: () => database.check(),
			figures: () => database.figures?.()
		};
	},
	health: ({ storeProbe }, { options: { url } }) => ({ store: url === void 0 ? {
		check: storeProbe,
		title: TITLE
	} : {
		shared: storeProbe,
		title: TITLE
	} }),
	alerts: { VersionLeaseLost: {
		expr: (_registry, { url }) => url === void 0 ? void 0 : "time() - store_version_verified_timestamp_seconds{$job} > 5",
		for: "1m",
		severity: "page",
		summary: "{{ $labels.instance }} has not known for {{ $value | humanizeDuration }} what other nodes have changed, and answers without caches.",
		action: "Look at PostgreSQL and the way to it."
	} },
	metrics: ({ figures }, { options: { url } }) => url === void 0 ? {} : {
		connections: {
			help: "Connections to the database by pool and state, and callers that wait for one.",
			type: "gauge",
			detail: true,
			read: () => figures()?.connections ?? []
		},
		version_verified_timestamp_seconds: {
			help: "When this node last knew of all that others have changed, as Unix time.",
			type: "gauge",
			detail: true,
			read() {
				const { versionsKnownAt } = figures() ?? {};
				return versionsKnownAt === void 0 ? [] : versionsKnownAt / 1e3;
			}
		}
	},
	policies: [exactVersions, transactions],
	commands: {
		migrate: {
			summary: "Create the tables, columns and indexes that the database lacks",
			alone: true,
			flags: {
				plan: {
					type: "boolean",
					summary: "Print what would be done; exit with 2 if there is some"
				},
				json: {
					type: "boolean",
					summary: "Print JSON"
				}
			},
			run: async (_use, ctx) => (await import("../plugins/store/migrate-command.js")).runMigrate(ctx)
		},
		store: {
			summary: "Back up, restore or verify the SQLite file",
			alone: true,
			args: {
				action: { summary: "backup, restore, verify" },
				file: {
					summary: "the backup; verify: default the file of the service",
					optional: true
				}
			},
			flags: { force: {
				type: "boolean",
				summary: "backup: replace the file if it exists"
			} },
			run: async (_use, ctx) => (await import("../plugins/store/backup-command.js")).runStore(ctx)
		}
	}
});
export { store_default as t };

//# sourceMappingURL=store.js.map