/** Findings about contributions other than routes: entries of the error catalog, root links, and headers of policies. */
import { checkTarget, type Report } from "./check-references.ts";
import { checkSchema } from "./check-schemas.ts";
import { checkTranslations } from "./check-translations.ts";
import type { Collected, Contributor } from "./collect.ts";
import { didYouMean, show, type Finding } from "../contract/finding.ts";
import type { ErrorEntry, RootLink, TableDeclaration } from "../contract/declarations.ts";
import type { InstalledPlugin } from "../contract/installed.ts";
import { hasParameters, parsePath } from "../contract/path.ts";
import type { Policy } from "../contract/policy.ts";
import { qualifyRef } from "./relations.ts";
import { scalarFields } from "../schema/fields.ts";
import { SchemaError } from "../schema/json-schema.ts";
import { isSchema, type Schema } from "../schema/schema.ts";

export function checkContributions(
  installed: readonly InstalledPlugin[],
  collected: Collected,
): Finding[] {
  const { contributors, routes, errors, rootLinks, policies, tables, schemas, events } = collected;
  const findings: Finding[] = [];
  const reporter =
    (plugin: string, where: string): Report =>
    (code, message, hint) =>
      void findings.push({ code, plugin, where, message, hint });
  for (const { name, plugin, value } of errors)
    checkError(value, reporter(plugin, `error ${name}`));
  const owners = new Map(
    contributors.map((entry): [string, Contributor] => [entry.plugin.id, entry]),
  );
  const paths = new Map(routes.map(({ name, plugin, value }) => [`${plugin}.${name}`, value]));
  for (const { name, plugin, value, route } of rootLinks) {
    const owner = owners.get(plugin);
    const report = reporter(plugin, route === undefined ? `root link ${name}` : `route ${route}`);
    if (owner === undefined || !checkRootLink(name, value, report)) continue;
    checkTarget(`root link ${name}`, value.to, owner, installed, report);
    const target = paths.get(qualifyRef(value.to, plugin));
    if (target === undefined || !hasParameters(target)) continue;
    report(
      "RELATION_UNBOUND",
      `root link ${name} leads to ${value.to}, and nothing fills {${parsePath(target.path).params.join("}, {")}}`,
      "link a route without parameters, such as the list that it belongs to",
    );
  }
  for (const { name, plugin, value } of tables)
    checkTable(value, reporter(plugin, `table ${name}`));
  for (const { name, plugin, value } of schemas)
    checkSchema(undefined, value, reporter(plugin, `schema ${name}`));
  for (const { name, plugin, value } of events)
    checkEvent(value, reporter(plugin, `event ${name}`));
  for (const { name, plugin, value } of policies)
    checkPolicy(value, reporter(plugin, `policy ${name}`));
  for (const { plugin } of contributors)
    checkTranslations(plugin.translations, reporter(plugin.id, "translations"));
  return findings;
}

/** Checks that the link leads to a route, whose id is then to be checked. Authors without types may write anything. */
function checkRootLink(
  name: string,
  link: RootLink,
  report: Report,
): link is Extract<RootLink, { to: unknown }> {
  const { to, href }: Readonly<Record<string, unknown>> = { ...Object(link) };
  if (typeof to === "string" || typeof href === "string") return typeof href !== "string";
  report(
    "RELATION_UNKNOWN",
    `root link ${name} has neither a route under to nor an address under href; received ${show(link)}`,
    `write ${name}: { to: "…" } with the id of a route, or ${name}: { href: "https://example.com" }`,
  );
  return false;
}

function checkError({ status, message, ...advice }: ErrorEntry, report: Report): void {
  if (!Number.isInteger(status) || status < 400 || status > 599)
    report(
      "ERROR_INVALID",
      `the status of an error is a whole number from 400 to 599; received ${show(status)}`,
      "write one of RFC 9110, section 15, such as 409; other answers have a status of their route's statuses",
    );
  if (typeof message !== "string" || message === "")
    report(
      "ERROR_INVALID",
      `an error has a message; received ${show(message)}`,
      "write one sentence for people, the same on every occurrence",
    );
  for (const [name, text] of Object.entries<unknown>(advice))
    if (name === "retry") {
      if (text !== undefined && typeof text !== "boolean")
        report(
          "ERROR_INVALID",
          `retry of an error is true or false; received ${show(text)}`,
          "leave it out where the status says whether to try again",
        );
    } else if (name !== "cause" && name !== "remedy")
      report(
        "ERROR_INVALID",
        `an error has no member ${show(name)}`,
        didYouMean(name, ["status", "message", "cause", "remedy", "retry"]),
      );
    else if (text !== undefined && (typeof text !== "string" || text === ""))
      report(
        "ERROR_INVALID",
        `the ${name} of an error is a text; received ${show(text)}`,
        "write a sentence for people, or leave it out",
      );
}

function checkEvent(event: unknown, report: Report): void {
  if (isSchema(event) || typeof event !== "object" || event === null || !("of" in event))
    return checkSchema(undefined, event, report);
  const {
    of,
    ofWritable,
    access = "public",
    scope = "cluster",
    ...others
  }: Readonly<Record<string, unknown>> = {
    ...event,
  };
  checkSchema("of", of, report);
  if (ofWritable !== undefined) checkSchema("ofWritable", ofWritable, report);
  const [unknown] = Object.keys(others);
  const problem =
    unknown !== undefined
      ? `an event has no key ${show(unknown)}`
      : !isAudience(access)
        ? `access is not an audience; received ${show(access)}`
        : scope !== "cluster" && scope !== "instance"
          ? `scope is "cluster" or "instance"; received ${show(scope)}`
          : undefined;
  if (problem === undefined) return;
  report(
    "EVENT_INVALID",
    problem,
    'write { of: …, access: "authenticated" } or { of: …, access: { scopes: ["…"] } }, or the schema alone for everybody',
  );
}

function isAudience(access: unknown): boolean {
  if (access === "public" || access === "authenticated") return true;
  const { scopes, ...others }: Readonly<Record<string, unknown>> = { ...Object(access) };
  return (
    Array.isArray(scopes) &&
    scopes.length > 0 &&
    scopes.every((scope) => typeof scope === "string" && scope !== "") &&
    Object.keys(others).length === 0
  );
}

function checkTable({ of, key, seed, owner, personal }: TableDeclaration, report: Report): void {
  if (!isSchema(of))
    report(
      "TABLE_INVALID",
      `of is not a schema; received ${show(of)}`,
      "write the schema of its rows, such as of: z.object({ id: z.string() })",
    );
  if (typeof key !== "string" || key === "")
    report(
      "TABLE_INVALID",
      `key is the name of a field; received ${show(key)}`,
      'write the field that identifies a row, such as key: "id"',
    );
  if (seed !== undefined && !(seed instanceof URL))
    report(
      "TABLE_INVALID",
      `seed is not a URL; received ${show(seed)}`,
      `write seed: new URL(${typeof seed === "string" ? show(seed) : '"./rows.json"'}, import.meta.url)`,
    );
  if (personal !== undefined && typeof personal !== "string")
    report(
      "TABLE_INVALID",
      `personal is not a text; received ${show(personal)}`,
      'write a line for the privacy page, such as personal: "**Letters.** Your letters are stored with your id."',
    );
  if (owner !== undefined && isSchema(of)) checkOwner(of, owner, report);
}

/** Only a text field can equal the id of a principal. */
function checkOwner(of: Schema, owner: string, report: Report): void {
  let scalars: ReturnType<typeof scalarFields>;
  try {
    scalars = scalarFields(of);
  } catch (error) {
    if (error instanceof SchemaError) return; // a finding of its own
    throw error;
  }
  if (typeof owner === "string" && Object.hasOwn(scalars, owner)) {
    if (scalars[owner]?.type === "string") return;
  }
  const texts = Object.values(scalars).flatMap(({ name, type }) => (type === "string" ? name : []));
  report(
    "TABLE_INVALID",
    `owner is a text field of the table, with the id of the principal that a row belongs to; received ${show(owner)}`,
    didYouMean(String(owner), texts),
  );
}

/** A token (RFC 9110, section 5.6.2). */
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

function checkPolicy(
  { reads = {}, writes = {}, sharedHeaders = [] }: Policy,
  report: Report,
): void {
  for (const name of Object.keys(reads)) {
    const lower = name.toLowerCase();
    if (name === lower) continue;
    report(
      "POLICY_INVALID",
      `reads names ${show(name)}; request headers have lower-case names here, so it would always be absent`,
      `write ${show(lower)}, and read it with call.header(${show(lower)})`,
    );
  }
  for (const name of [...Object.keys(reads), ...Object.keys(writes)]) {
    if (HEADER_NAME.test(name)) continue;
    const key = Object.hasOwn(writes, name) ? "writes" : "reads";
    report(
      "POLICY_INVALID",
      `${key} names ${show(name)}, which cannot be the name of a header`,
      "write letters, digits and hyphens",
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
