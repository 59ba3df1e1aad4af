/** Compares response headers on every outcome. */
import { isDeepStrictEqual } from "node:util";
import type { RouteDocument } from "waymark/tools";
import { pairs, type Report } from "./change.ts";
import { compareSchemas } from "./schemas.ts";
import type { RuleId } from "./rules.ts";

type Headers = RouteDocument["headers"];
/** `null`: known per request. */
type Value = string | null;

export function compareRouteHeaders(
  report: Report,
  before: RouteDocument,
  after: RouteDocument,
): void {
  const shapesOf = (
    { responseHeaders }: RouteDocument,
    { responseHeaders: others }: RouteDocument,
  ) => ({
    type: "object" as const,
    properties: Object.fromEntries(
      // A header that only one of them has is reported with its outcomes.
      Object.entries(responseHeaders?.properties ?? {}).filter(([name]) =>
        Object.hasOwn(others?.properties ?? {}, name),
      ),
    ),
  });
  compareSchemas(
    report,
    shapesOf(before, after),
    shapesOf(after, before),
    "output",
    "response header",
    "the response headers",
  );
  const settingOf = ({ cache, settings }: RouteDocument, key: string) =>
    key === "cache" ? cache : settings[key];
  compareHeaders(
    report,
    before.headers,
    after.headers,
    (key) => !isDeepStrictEqual(settingOf(before, key), settingOf(after, key)),
  );
}

/** Headers of answers to requests that match no route. */
export function compareUnmatched(report: Report): void {
  const at = report.at("requests without a route");
  compareHeaders(at, report.before.unmatched, report.after.unmatched, () => false);
}

/** Adds one change for each header and value, with the outcomes it is on. */
function compareHeaders(
  report: Report,
  before: Headers,
  after: Headers,
  hasNewSetting: (key: string) => boolean,
): void {
  /** Checks that a header's value follows from a setting or statement, which is compared separately. */
  const follows = (header: string) => {
    const [old, current] = [report.before, report.after].map(({ policies }) =>
      policies.find(({ writes }) => writes.includes(header)),
    );
    if (current === undefined) return false;
    if (current.key !== null && hasNewSetting(current.key)) return true;
    return old !== undefined && !isDeepStrictEqual(old.statement, current.statement);
  };
  const differences = pairs(before, after).flatMap(([outcome, old, current]) =>
    // The cause of an outcome that only one document has is reported instead.
    old === undefined || current === undefined
      ? []
      : pairs(old, current).flatMap(([header, from, to]) => {
          // A value that follows is rated where it comes from.
          if (from === to || (from !== undefined && to !== undefined && follows(header))) return [];
          return [{ header, outcome, ...differenceOf(header, from, to) }];
        }),
  );
  const groups = Map.groupBy(differences, ({ header, rule, text }) => `${header} ${rule} ${text}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const everywhere = group.length === Object.keys(after).length;
    const on = everywhere ? "" : ` (on ${group.map(({ outcome }) => outcome).join(", ")})`;
    report.add(first.rule, `the header ${first.header} ${first.text}${on}`);
  }
}

function differenceOf(
  header: string,
  before: Value | undefined,
  after: Value | undefined,
): { readonly rule: RuleId; readonly text: string } {
  if (before === undefined) return { rule: "header-added", text: "is new" };
  if (after === undefined) return { rule: "header-removed", text: "is gone" };
  const show = (value: Value) => (value === null ? "different on each request" : `\`${value}\``);
  return {
    rule: header === "Vary" ? "vary-changed" : "header-value-changed",
    text: `is now ${show(after)} (was ${show(before)})`,
  };
}
