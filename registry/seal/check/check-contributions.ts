/** Findings about contributions other than routes: entries of the error catalog, events, and headers of policies. */
import type { Report } from "./check-references.ts";
import { checkSchema } from "./check-schemas.ts";
import type { Collected } from "../collect.ts";
import { placed, problemsOf } from "../../schema/issues.ts";
import { show } from "../../schema/words.ts";
import type { Finding, FindingCode } from "../../contract/finding/finding.ts";
import type { Owned } from "../../contract/plugin/declarations.ts";
import type { Policy } from "../../contract/policy/policy.ts";
import { isSchema, type Schema } from "../../schema/schema.ts";
import { ErrorShape, EventShape, LanguagesShape, PolicyShape } from "./vocabulary.ts";

type Named<T> = Pick<Owned<T>, "name" | "value">;

export function checkContributions(collected: Collected): Finding[] {
  const { contributors, errors, policies, schemas, events } = collected;
  const findings: Finding[] = [];
  const reporter =
    (plugin: string, where: string): Report =>
    (code, message, hint) =>
      void findings.push({ code, plugin, where, message, hint });
  for (const { name, plugin, value } of errors)
    checkShape("ERROR_INVALID", ErrorShape, { name, value }, reporter(plugin, `error ${name}`));
  for (const { name, plugin, value } of schemas)
    checkSchema(undefined, value, reporter(plugin, `schema ${name}`));
  for (const { name, plugin, value } of events)
    checkEvent({ name, value }, reporter(plugin, `event ${name}`));
  for (const { name, plugin, value } of policies)
    checkPolicy({ name, value }, reporter(plugin, `policy ${name}`));
  for (const { id, languages = {} } of contributors.map(({ plugin }) => plugin)) {
    const named = { name: "languages", value: languages };
    checkShape("TRANSLATION_INVALID", LanguagesShape, named, reporter(id, "languages"));
  }
  return findings;
}

function checkEvent(named: Named<unknown>, report: Report): void {
  const { value: event } = named;
  if (isSchema(event) || typeof event !== "object" || event === null || !("of" in event))
    return checkSchema(undefined, event, report);
  const { of, ofWritable }: Readonly<Record<string, unknown>> = { ...event };
  checkSchema("of", of, report);
  if (ofWritable !== undefined) checkSchema("ofWritable", ofWritable, report);
  checkShape("EVENT_INVALID", EventShape, named, report);
}

function checkPolicy(named: Named<Policy>, report: Report): void {
  checkShape("POLICY_INVALID", PolicyShape, named, report);
  const { reads = {}, writes = {}, sharedHeaders = [] } = named.value;
  for (const name of Object.keys(Object(reads))) {
    const lower = name.toLowerCase();
    if (name === lower) continue;
    report(
      "POLICY_INVALID",
      `reads names ${show(name)}; request headers have lower-case names here`,
      `write ${show(lower)}, and read it with call.header(${show(lower)})`,
    );
  }
  for (const name of sharedHeaders) {
    if (Object.hasOwn(writes, name)) continue;
    report(
      "POLICY_INVALID",
      `sharedHeaders names ${show(name)}, which writes does not have`,
      `add writes: { ${show(name)}: "…" }`,
    );
  }
}

/** Reports what does not fit the shape, and returns whether there is nothing. */
function checkShape(
  code: FindingCode,
  shape: Schema,
  { name, value }: Named<unknown>,
  report: Report,
): boolean {
  const problems = problemsOf(shape, value, name);
  for (const problem of problems) report(code, placed(problem), problem.hint);
  return problems.length === 0;
}
