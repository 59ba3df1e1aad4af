/** Performs a write of the API for the operator, and reports the outcome. */
import { randomUUID } from "node:crypto";
import type { SealedRoute } from "waymark";
import { fieldNames, readHeadersOf } from "waymark/advanced";
import type { InnerAnswer, Runtime } from "waymark/services";
import type { z } from "zod";
import { isRow } from "../../shared/data/data-view.ts";
import { fill } from "../../shared/fill.ts";
import { titleOf } from "../../shared/messages.ts";
import { headerOf, readJson } from "../../../shared/operations/inner.ts";
import type { OperatorCall } from "../frame.ts";
import { pageOf } from "../links.ts";
import { consoleMessages } from "../messages.ts";
import type { Write } from "../routes.ts";
import { apiRoute, isRead, readOf } from "./api-routes.ts";
import { messageOf } from "./read-answer.ts";
import { formBody } from "../../shared/data/write-fields.ts";

export interface Outcome {
  readonly text: string;
  readonly href?: string;
  readonly secret?: string;
}

/** Returns the outcome, or the reason in `failed`. */
export async function performWrite(
  runtime: Runtime,
  { method, target, body, ifMatch }: z.output<typeof Write>,
  call: OperatorCall,
): Promise<Outcome | { readonly failed: string }> {
  const { registry } = runtime;
  const { language, requestId } = call;
  const { data } = consoleMessages(registry, language);
  const route = await apiRoute(runtime, method, target);
  if (route === undefined) return { failed: fill(data.noRoute, { method, target }) };
  const form = formBody(route);
  const headers: Record<string, string> = { accept: "application/json" };
  if (form !== undefined) headers["content-type"] = form.mediaType;
  if (ifMatch !== undefined) headers["if-match"] = ifMatch;
  if (requestId !== undefined) headers["x-request-id"] = `${requestId}.1`;
  if (readHeadersOf(route).some(({ name, required }) => name === "idempotency-key" && required))
    headers["idempotency-key"] = `"${randomUUID()}"`;
  const content = form === undefined ? undefined : JSON.stringify(body ?? {});
  const request = { method, target, headers, ...(content !== undefined && { body: content }) };
  const answer = await runtime.dispatch(request, call);
  if (answer.status >= 400) return { failed: messageOf(answer) };
  const title = titleOf(route.declaration.summary, { registry, language });
  const done = fill(data.done, { title, status: answer.status });
  const secret = secretOf(route, readJson(answer), runtime);
  if (secret === undefined) return { text: done, href: await pageAfter(runtime, target, answer) };
  return { text: `${done}\n${fill(data.secret, { name: secret.name })}`, secret: secret.value };
}

/** Returns the member of an answer that no read has, such as the token of a key: it is shown this once. */
function secretOf(route: SealedRoute, value: unknown, { registry }: Runtime) {
  const { returns } = route.declaration;
  const path = route.creates?.target.path;
  const read =
    path === undefined
      ? readOf(route, registry)
      : registry.routes.find((one) => one.method === "GET" && one.path === path);
  const schema = read?.declaration.list?.of ?? read?.declaration.returns;
  if (returns === undefined || schema === undefined || !isRow(value)) return undefined;
  const kept = new Set(fieldNames(schema));
  const name = fieldNames(returns).find((one) => !kept.has(one));
  const secret = name === undefined ? undefined : value[name];
  return name !== undefined && typeof secret === "string" ? { name, value: secret } : undefined;
}

/** Returns the page of the created or changed resource, or of the list from which one was removed. */
async function pageAfter(runtime: Runtime, target: string, answer: InnerAnswer): Promise<string> {
  const { baseUrl } = runtime.registry;
  const location = headerOf(answer, "location");
  const created = location?.startsWith(`${baseUrl}/`) ? location.slice(baseUrl.length) : location;
  let [path = ""] = (created ?? target).split("?", 1);
  for (; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
    const route = await apiRoute(runtime, "GET", path);
    if (route === undefined || !isRead(route)) continue;
    if (answer.status === 204 && path === target && route.pattern.params.length > 0) continue;
    return pageOf(path);
  }
  return "/console/data";
}
