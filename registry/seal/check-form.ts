/** Findings about the form of a route's declaration: path, method, summary, durations, languages, kind of body. */
import type { Report } from "./check-references.ts";
import { DURATION_PATTERN, toMilliseconds } from "../contract/duration.ts";
import { show, type Finding } from "../contract/finding.ts";
import { invalidPath } from "../contract/path.ts";
import { ANSWER_KEYS, type Route } from "../contract/route.ts";

const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export function checkForm(route: Route, report: Report): Finding[] {
  const findings: Finding[] = [];
  const problem = typeof route.path === "string" ? invalidPath(route.path) : "it must be a string";
  if (problem !== undefined) {
    findings.push(
      report(
        "ROUTE_INVALID",
        `the path ${show(route.path)} cannot be used: ${problem}`,
        "write a path like /api/brains/{id}",
      ),
    );
  }
  if (!METHODS.includes(route.method)) {
    findings.push(
      report(
        "ROUTE_INVALID",
        `the method must be one of ${METHODS.join(", ")}; received ${show(route.method)}`,
        "HEAD and OPTIONS are derived from the routes of a path",
      ),
    );
  }
  if (typeof route.summary !== "string" || route.summary === "") {
    findings.push(
      report(
        "ROUTE_INVALID",
        `a route must have a summary; received ${show(route.summary)}`,
        "describe in one sentence what the route answers",
      ),
    );
  }
  const durations = {
    "alwaysFails.retryAfter": route.alwaysFails?.retryAfter,
    timeout: route.timeout,
  };
  for (const [key, value] of Object.entries(durations)) {
    const sound = value === undefined || DURATION_PATTERN.test(value);
    if (sound && !(key === "timeout" && value !== undefined && toMilliseconds(value) === 0))
      continue;
    findings.push(
      report(
        "ROUTE_INVALID",
        `${key} must be a duration; received ${show(value)}`,
        'write a number with its unit, such as "5s"; a timeout is longer than 0',
      ),
    );
  }
  const languages = route.languages ?? [];
  for (const language of languages) {
    if (isLanguageTag(language) && languages.indexOf(language) === languages.lastIndexOf(language))
      continue;
    findings.push(
      report(
        "ROUTE_INVALID",
        `languages must be language tags, each once; received ${show(languages)}`,
        'write tags of BCP 47, such as "en" or "pt-BR", the default first',
      ),
    );
    break;
  }
  const bodies = ANSWER_KEYS.filter((key) => route[key] !== undefined);
  if (bodies.length !== 1) {
    findings.push(
      report(
        "ROUTE_BODY_MISSING",
        `a route must have exactly one of ${ANSWER_KEYS.join(", ")}; received ${bodies.join(" and ") || "none"}`,
        "keep the one that describes the body",
      ),
    );
  }
  if (route.method === "GET" && route.cache === undefined) {
    findings.push(
      report(
        "ROUTE_CACHE_MISSING",
        "a GET route must declare what caches may do with it",
        'add cache: "no-store", or { scope: "public", maxAge: "60s" }',
      ),
    );
  }
  return findings;
}

/** A language with a script and a region in their usual spelling (BCP 47, section 2.1.1). */
const PLAIN_TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/;

function isLanguageTag(text: string): boolean {
  if (PLAIN_TAG.test(text)) return true; // the first use of Intl takes 7 ms of a start
  try {
    return Intl.getCanonicalLocales(text)[0] === text;
  } catch {
    return false;
  }
}
