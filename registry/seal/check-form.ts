/** Findings about the form of a route's declaration: path, method, summary, durations, languages, kind of body. */
import type { Report } from "./check-references.ts";
import { DURATION_PATTERN, toMilliseconds } from "../contract/duration.ts";
import { show } from "../contract/finding.ts";
import { invalidPath } from "../contract/path.ts";
import type { Route } from "../contract/route.ts";
import { ANSWER_KEYS } from "../contract/route-keys.ts";
import { isLanguageTag } from "../contract/translations.ts";

const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function checkForm(route: Route, report: Report): void {
  const invalid = (message: string, hint: string) => report("ROUTE_INVALID", message, hint);
  const problem = typeof route.path === "string" ? invalidPath(route.path) : "it must be a string";
  if (problem !== undefined)
    invalid(
      `the path ${show(route.path)} cannot be used: ${problem}`,
      "write a path like /api/brains/{id}",
    );
  if (!METHODS.includes(route.method))
    invalid(
      `the method must be one of ${METHODS.join(", ")}; received ${show(route.method)}`,
      "HEAD and OPTIONS are derived from the routes of a path",
    );
  if (typeof route.summary !== "string" || route.summary === "")
    invalid(
      `a route must have a summary; received ${show(route.summary)}`,
      "describe in one sentence what the route answers",
    );
  if (route.listener !== undefined && route.listener !== "admin")
    invalid(
      `the listener must be "admin" or left out; received ${show(route.listener)}`,
      "remove listener, and the route is served to clients",
    );
  const durations = {
    "alwaysFails.retryAfter": route.alwaysFails?.retryAfter,
    timeout: route.timeout,
  };
  for (const [key, value] of Object.entries(durations)) {
    if (value === undefined) continue;
    if (DURATION_PATTERN.test(value) && (key !== "timeout" || toMilliseconds(value) > 0)) continue;
    invalid(
      `${key} must be a duration; received ${show(value)}`,
      'write a number with its unit, such as "5s"; a timeout is longer than 0',
    );
  }
  const languages = route.languages ?? [];
  const distinct = [...new Set(languages)];
  if (distinct.length < languages.length || !distinct.every(isLanguageTag))
    invalid(
      `languages must be language tags, each once; received ${show(languages)}`,
      'write tags of BCP 47, such as "en" or "pt-BR", the default first',
    );
  for (const status of route.statuses ?? []) {
    if (
      Number.isInteger(status) &&
      status >= 200 &&
      status <= 599 &&
      (status < 300 || status > 399)
    )
      continue;
    invalid(
      `statuses has ${show(status)}, which no handler can answer with`,
      "write a status 2xx, 4xx or 5xx; a redirect is a route of its own, and 304 is the kernel's",
    );
  }
  if (route.document === true && route.query !== undefined)
    invalid(
      "a document is the same for every request, so query would never be read",
      "remove query, or remove document and answer from a handler",
    );
  const kinds = ANSWER_KEYS.filter((key) => route[key] !== undefined);
  if (kinds.length !== 1)
    report(
      "ROUTE_BODY_MISSING",
      `a route must have exactly one of ${ANSWER_KEYS.join(", ")}; received ${kinds.join(" and ") || "none"}`,
      "keep the one that describes the body",
    );
  if (route.method === "GET" && route.cache === undefined)
    report(
      "ROUTE_CACHE_MISSING",
      "a GET route must declare what caches may do with it",
      'add cache: "no-store", or { scope: "public", maxAge: "60s" }',
    );
}
