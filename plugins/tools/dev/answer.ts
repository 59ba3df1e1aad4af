/** Answers requests in front of the child processes. */
import { request as send, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import type { Revisions } from "./revisions.ts";

/** Forwards to the last good revision. A request for a page shows the mistake of the last edit, if it has one. */
export function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { port, mistake }: Pick<Revisions, "port" | "mistake">,
): void {
  if (port === undefined) answerMistake(request, response, mistake ?? "the server is starting");
  else if (mistake !== undefined && acceptsPage(request)) answerMistake(request, response, mistake);
  else forward(request, response, port);
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url: path, rawHeaders: headers } = request;
  const upstream = send({ host: "127.0.0.1", port, method, path, headers, setHost: false });
  upstream.on("response", (reply) => {
    const { statusCode = 502, statusMessage, rawHeaders } = reply;
    response.writeHead(statusCode, statusMessage, rawHeaders);
    pipeline(reply, response, () => {});
  });
  upstream.on("error", ({ message }) => {
    if (response.headersSent) response.destroy();
    else answerMistake(request, response, `the server does not answer: ${message}`);
  });
  response.on("close", () => upstream.destroy());
  pipeline(request, upstream, () => {});
}

function acceptsPage({ headers: { accept = "" } }: IncomingMessage): boolean {
  return accept.includes("text/html");
}

/** Answers 503: a page that reloads itself for browsers, the kernel's error body for other clients. */
function answerMistake(request: IncomingMessage, response: ServerResponse, mistake: string): void {
  const isPage = acceptsPage(request);
  response.writeHead(503, {
    "Content-Type": isPage ? "text/html; charset=utf-8" : "application/json",
    "Cache-Control": "no-store",
    "Retry-After": "1",
  });
  const error = { code: "service-unavailable", message: mistake, status: 503 };
  response.end(isPage ? pageOf(mistake) : JSON.stringify({ error }));
}

function pageOf(mistake: string): string {
  const text = mistake.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="1">
<title>The last edit has a mistake</title>
<h1>The last edit has a mistake</h1>
<p>API requests are served by the last revision that worked, if there is one. This page reloads until the mistake is fixed.</p>
<pre style="white-space: pre-wrap">${text}</pre>
</html>
`;
}
