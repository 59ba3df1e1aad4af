/** Findings about contributions other than routes: entries of the error catalog, root links, and headers of policies. */
import { checkTarget, type Report } from "./check-references.ts";
import { checkSchema } from "./check-schemas.ts";
import type { Collected, Contributor } from "../collect.ts";
import { placed, problemsOf } from "../../schema/issues.ts";
import { show } from "../../schema/words.ts";
import type { Finding, FindingCode } from "../../contract/finding/finding.ts";
import type { Owned } from "../../contract/plugin/declarations.ts";
import type { InstalledPlugin } from "../../contract/plugin/installed.ts";
import { hasParameters, parsePath } from "../../contract/route/path.ts";
import type { Policy } from "../../contract/policy/policy.ts";
import { qualifyRef } from "../compile/relations.ts";
import { isSchema, type Schema } from "../../schema/schema.ts";
import {
  ErrorShape,
  EventShape,
  LanguagesShape,
  PolicyShape,
  RootLinkShape,
} from "./vocabulary.ts";

type Named<T> = Pick<Owned<T>, "name" | "value">;

export function checkContributions(
  installed: readonly InstalledPlugin[],
  collected: Collected,
): Finding[] {
  const { contributors, routes, errors, rootLinks, policies, schemas, events } = collected;
  const findings: Finding[] = [];
  const reporter =
    (plugin: string, where: string): Report =>
    (code, message, hint) =>
      void findings.push({ code, plugin, where, message, hint });
  for (const { name, plugin, value } of errors)
    checkShape("ERROR_INVALID", ErrorShape, { name, value }, reporter(plugin, `error ${name}`));
  const owners = new Map(
    contributors.map((entry): [string, Contributor] => [entry.plugin.id, entry]),
  );
  const paths = new Map(routes.map(({ name, plugin, value }) => [`${plugin}.${name}`, value]));
  for (const { name, plugin, value, route } of rootLinks) {
    const owner = owners.get(plugin);
    const report = reporter(plugin, route === undefined ? `root link ${name}` : `route ${route}`);
    if (!checkShape("RELATION_UNKNOWN", RootLinkShape, { name, value }, report)) continue;
    if (owner === undefined || !("to" in value) || value.to === undefined) continue;
    checkTarget(`root link ${name}`, value.to, owner, installed, report);
    const target = paths.get(qualifyRef(value.to, plugin));
    if (target === undefined || !hasParameters(target)) continue;
    report(
      "RELATION_UNBOUND",
      `root link ${name} leads to ${value.to}, and nothing fills {${parsePath(target.path).params.join("}, {")}}`,
      "link a route without parameters, such as the list that it belongs to",
    );
  }
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
