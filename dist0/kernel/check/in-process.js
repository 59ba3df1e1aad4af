import { t as boot } from "../../chunks/boot.js";
import { n as silentLog } from "../../chunks/log.js";
import { t as listeningAlone } from "../../chunks/listen-alone.js";
import { t as startServer } from "../../chunks/server.js";
import { o as createClient } from "../../chunks/parameters.js";
import { t as runConformance } from "../../chunks/run.js";
// kernel/check/in-process.ts
/** Checks a server started for the check: the operator's config, without a trace in files, on a free port of loopback. */
/** Starts what the config describes, checks it and stops it. Throws a BootError when it does not start. */
async function checkInProcess(input, options = {}) {
	const { config } = await boot(input);
	const booted = await boot({
		...input,
		overrides: {
			...input.overrides,
			trustedProxies: [...config.trustedProxies, "127.0.0.1"],
			proxyHeaders: "x-forwarded"
		},
		testOptions: () => true
	});
	const logged = [];
	const alone = {
		...booted,
		config: listeningAlone(booted.config)
	};
	const server = await startServer(alone, {
		log: withLines(options.log ?? silentLog, logged),
		startRetryMs: Number.POSITIVE_INFINITY
	});
	const client = createClient(server.url);
	try {
		return await runConformance(booted.registry, {
			origin: server.url,
			exclusive: true,
			client,
			credentials: options.credentials
		}, {
			degraded: server.degraded,
			logged: () => logged,
			...options
		});
	} finally {
		client.close();
		await server.close();
	}
}
/** The log, with the text of each line added to `lines`. */
function withLines(log, lines) {
	const level = (name) => (message, fields = {}) => {
		lines.push(`${message} ${Object.values(fields).join(" ")}`);
		log[name](message, fields);
	};
	return {
		debug: level("debug"),
		info: level("info"),
		warn: level("warn"),
		error: level("error")
	};
}
export { checkInProcess };

//# sourceMappingURL=in-process.js.map