import { u as loadConfig } from "../../../chunks/boot.js";
import { t as createLog } from "../../../chunks/log.js";
import { i as environment } from "../../../chunks/command.js";
import { r as stopSignal, t as end } from "../../../chunks/start2.js";
import { t as outliveOutput } from "../../../chunks/uncaught.js";
import { t as Revisions } from "../../../chunks/revisions.js";
import { request } from "node:http";
import { pipeline } from "node:stream";
import { listen } from "listhen";
// kernel/cli/dev/answer.ts
/** Answers requests in front of the child processes. */
/** Forwards to the last good revision. A request for a page shows the mistake of the last edit, if it has one. */
function answer(request, response, { port, mistake }) {
	if (port === void 0) answerMistake(request, response, mistake ?? "the server is starting");
	else if (mistake !== void 0 && acceptsPage(request)) answerMistake(request, response, mistake);
	else forward(request, response, port);
}
function forward(request$1, response, port) {
	const { method, url: path, rawHeaders: headers } = request$1;
	const upstream = request({
		host: "127.0.0.1",
		port,
		method,
		path,
		headers,
		setHost: false
	});
	upstream.on("response", (reply) => {
		const { statusCode = 502, statusMessage, rawHeaders } = reply;
		response.writeHead(statusCode, statusMessage, rawHeaders);
		pipeline(reply, response, () => {});
	});
	upstream.on("error", ({ message }) => {
		if (response.headersSent) response.destroy();
		else answerMistake(request$1, response, `the server does not answer: ${message}`);
	});
	response.on("close", () => upstream.destroy());
	pipeline(request$1, upstream, () => {});
}
function acceptsPage({ headers: { accept = "" } }) {
	return accept.includes("text/html");
}
/** Answers 503: a page that reloads itself for browsers, the kernel's error body for other clients. */
function answerMistake(request, response, mistake) {
	const isPage = acceptsPage(request);
	response.writeHead(503, {
		"Content-Type": isPage ? "text/html; charset=utf-8" : "application/json",
		"Cache-Control": "no-store",
		"Retry-After": "1"
	});
	const error = {
		code: "service-unavailable",
		message: mistake,
		status: 503
	};
	response.end(isPage ? pageOf(mistake) : JSON.stringify({ error }));
}
function pageOf(mistake) {
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="1">
<title>The last edit has a mistake</title>
<h1>The last edit has a mistake</h1>
<p>API requests are served by the last revision that worked, if there is one. This page reloads until the mistake is fixed.</p>
<pre style="white-space: pre-wrap">${mistake.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>
</html>
`;
}
// kernel/cli/dev/serve.ts
/** The process that stays: listens, and forwards requests to the child that serves. */
/** Listens until a signal ends it. */
async function serve({ config: file, host, port, https = false, qr = false, clipboard = false, open = false, tunnel = false }) {
	const began = performance.now();
	const stopped = stopSignal();
	const log = await createLog();
	outliveOutput();
	const env = environment(file);
	const { config } = await loadConfig({
		cwd: process.cwd(),
		env
	});
	const revisions = new Revisions(env, log);
	const listener = await listen((request, response) => answer(request, response, revisions), {
		hostname: host ?? (qr ? "0.0.0.0" : config.host),
		port: Number(port ?? config.port),
		https,
		qr,
		clipboard,
		open,
		tunnel,
		autoClose: false
	});
	const { url } = (await listener.getURLs()).find(({ type }) => type === "tunnel") ?? listener;
	revisions.origin = new URL(url).origin;
	await revisions.start();
	const milliseconds = Math.round(performance.now() - began);
	log.info(`listening on ${revisions.origin}`, { milliseconds });
	const signal = await stopped;
	log.info("stopping", { signal });
	await revisions.close();
	listener.server.closeAllConnections();
	await listener.close();
	log.info("stopped");
	return end(0);
}
export { serve };

//# sourceMappingURL=serve.js.map