import { t as defineCommand } from "../../../chunks/citty.js";
import { d as run, r as configFlag } from "../../../chunks/command.js";
import { n as WORKER_VARIABLE } from "../../../chunks/revisions.js";
// kernel/cli/dev/index.ts
/**
* `waymark dev`: one process listens and stays; each revision is served by a child process of its own, because Node
* evaluates a module once per process. An edit starts the next child, which takes over when it is ready. While the edit
* has a mistake, the last good revision keeps serving; requests for pages answer with the mistake instead.
*/
const dev = defineCommand({
	meta: {
		name: "dev",
		description: "Start the server for development: serves every edit"
	},
	args: {
		...configFlag,
		host: {
			type: "string",
			description: "Address or name to listen at (also: HOST)"
		},
		port: {
			type: "string",
			description: "Port to try first (also: PORT)"
		},
		https: {
			type: "boolean",
			description: "Serve HTTPS with a self-signed certificate"
		},
		qr: {
			type: "boolean",
			description: "Print the network URL as a QR code; without --host, listen at all addresses"
		},
		clipboard: {
			type: "boolean",
			description: "Copy the URL to the clipboard"
		},
		open: {
			type: "boolean",
			description: "Open the URL in the browser"
		},
		tunnel: {
			type: "boolean",
			description: "Make the server public through a Cloudflare tunnel"
		}
	},
	run: (context) => run(context, async () => {
		const origin = process.env[WORKER_VARIABLE];
		if (origin === void 0) return (await import("./serve.js")).serve(context.args);
		return (await import("./worker.js")).serveRevision(origin);
	})
});
export { dev };

//# sourceMappingURL=index.js.map