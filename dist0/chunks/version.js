import { t as definePlugin } from "./plugin.js";
import "./kernel.js";
import { l as Version } from "./health.js";
// plugins/monitoring/probes/version/index.ts
/** @param discovery the form of the answer: several nodes may serve different revisions, so it names its own. */
const versionPlugin = (discovery) => definePlugin({
	id: "version",
	summary: "Reports the server's name and release.",
	section: "monitoring",
	schemas: { Version: discovery },
	routes: { getVersion: {
		method: "GET",
		path: "/api/version",
		summary: "Read the server's name and version.",
		returns: discovery,
		document: true,
		publish: { rootLink: "version" },
		cache: {
			scope: "public",
			maxAge: "60s"
		},
		digest: "always",
		serverTiming: true,
		rateLimit: "exempt"
	} },
	documents: { getVersion: ({ app, revision }) => discovery.parse({
		service: app.name,
		version: app.version,
		revision
	}) }
});
var version_default = versionPlugin(Version);
export { version_default as n, versionPlugin as t };

//# sourceMappingURL=version.js.map