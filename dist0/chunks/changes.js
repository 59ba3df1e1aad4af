import { t as definePolicy } from "./policy.js";
import { i as changeOf } from "./kernel.js";
import { _ as service, g as optional } from "./explain-issues.js";
import { c as changesResource } from "./view.js";
import { r as Runtime, t as Clock } from "./services.js";
import { p as Store, t as EventBus } from "./services2.js";
// plugins/monitoring/events/data-versions.ts
function dataVersions(store, tables) {
	/** Those whose changes change the version. */
	const followed = new Set(tables.filter((one) => !one.internal && one.owner === void 0).map(({ name }) => name));
	let last;
	whenKnown(store.changes(), (version) => last ??= version);
	/** Tables of the commit that is being published: its parts follow each other at once. */
	let batch;
	const settle = (changed) => {
		batch = void 0;
		whenKnown(store.changes(), (version) => {
			if (last !== void 0 && version === last + changed.size) last = version;
		});
	};
	return {
		current() {
			const version = store.changes();
			return typeof version === "number" ? version : version.catch(() => last ?? 0);
		},
		async next() {
			const version = await store.changes();
			const isNew = last !== void 0 && version !== last;
			last = version;
			return isNew ? version : void 0;
		},
		published(changed) {
			if (batch === void 0) {
				const all = /* @__PURE__ */ new Set();
				batch = all;
				queueMicrotask(() => settle(all));
			}
			for (const table of changed) if (followed.has(table)) batch.add(table);
		}
	};
}
/** Does nothing while the data cannot be read: the next poll finds its version. */
function whenKnown(version, use) {
	if (typeof version === "number") use(version);
	else version.then(use, () => {});
}
// plugins/monitoring/events/changes.ts
/** Publishes changes of resources by requests, after their commit and to those who may read them. */
const PublishedVersions = service("publishedVersions");
const changes = definePolicy({
	id: "changes",
	needs: {
		bus: EventBus,
		clock: Clock,
		runtime: Runtime,
		store: optional(Store),
		versions: PublishedVersions
	},
	compile({ declaration }, { use }) {
		if (!changesResource(declaration)) return void 0;
		return { async around(call, proceed) {
			const end = await proceed();
			const { bus, clock, runtime, store, versions } = use();
			const tables = store?.changed();
			const change = changeOf(call, end, runtime.registry, tables);
			if (change === void 0) return end;
			const publish = () => {
				const timestamp = new Date(clock.now()).toISOString();
				whenKnown(versions.current(), (version) => {
					const data = {
						version,
						timestamp,
						...describe(change)
					};
					const place = {
						of: "data",
						at: version
					};
					bus.publish("data.changed", data, change.recipients, { place });
				});
				const { access, only } = change.recipients;
				if (access === "public" && only === void 0 && tables !== void 0) versions.published(new Set(tables.keys()));
			};
			if (store === void 0) publish();
			else store.afterCommit(publish);
			return end;
		} };
	}
});
function describe({ resource, path, key, kind }) {
	return {
		resource,
		path,
		...key === void 0 ? {} : { key },
		kind
	};
}
export { changes as n, dataVersions as r, PublishedVersions as t };

//# sourceMappingURL=changes.js.map