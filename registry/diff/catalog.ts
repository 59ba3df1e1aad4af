/** Compares what the whole service publishes: plugins, types, errors, flags, links of the root. */
import type { RegistryDocument } from "../derive/export/form.ts";
import {
  change,
  compareRecords,
  isEqual,
  listed,
  pairs,
  type Both,
  type Change,
} from "./change.ts";
import { compareSchemas } from "./schemas.ts";

export function compareCatalog(both: Both): readonly Change[] {
  return [
    ...service(both),
    ...plugins(both),
    ...schemas(both),
    ...errors(both),
    ...capabilities(both),
    ...rootLinks(both),
  ];
}

function service({ before, after }: Both): readonly Change[] {
  return pairs<string>(before.service, after.service).flatMap(([key, old, current]) => {
    const message = `its ${key} is now ${listed([current])} (was ${listed([old])})`;
    return old === current ? [] : [change("service-changed", "service", message)];
  });
}

function plugins({ before, after }: Both): readonly Change[] {
  const [old = {}, current = {}] = [before, after].map((document) =>
    Object.fromEntries(document.plugins.map(({ id, summary }) => [id, summary])),
  );
  return compareRecords(old, current, ["plugin-added", "plugin-removed"], (id) => [
    `plugin ${id}`,
    "the plugin",
  ]);
}

function schemas(both: Both): readonly Change[] {
  const { before, after } = both;
  const accepted = new Set([...onlyAccepted(before), ...onlyAccepted(after)]);
  return compareRecords(
    before.schemas,
    after.schemas,
    ["schema-added", "schema-removed"],
    (name) => [`schema ${name}`, "the published type"],
    (old, current, where, name) => {
      if (accepted.has(name)) return [];
      const place = { where, direction: "output", kind: "field", label: "the type" } as const;
      return compareSchemas(old, current, both, place);
    },
  );
}

/** Published types that only requests contain; they are compared with their operations. */
function onlyAccepted({ routes }: RegistryDocument): readonly string[] {
  const sent = new Set(
    routes.flatMap(({ returns, events }) => [
      returns?.$ref,
      ...Object.values(events).map(({ $ref }) => $ref),
    ]),
  );
  return routes.flatMap(({ bodyType }) =>
    bodyType === null || sent.has(`#/schemas/${bodyType}`) ? [] : [bodyType],
  );
}

function errors({ before, after }: Both): readonly Change[] {
  const [old = {}, current = {}] = [before, after].map((document) =>
    Object.fromEntries(document.errors.map((entry) => [entry.code, entry])),
  );
  return compareRecords(
    old,
    current,
    ["error-added", "error-removed"],
    (code) => [`error ${code}`, "the error"],
    (from, to, where) => {
      if (from.status !== to.status)
        return [
          change(
            "error-status-changed",
            where,
            `its status is now ${to.status} (was ${from.status})`,
          ),
        ];
      return isEqual(from, to) ? [] : [change("error-text-changed", where, "its message changed")];
    },
  );
}

function capabilities({ before, after }: Both): readonly Change[] {
  return pairs(before.capabilities, after.capabilities).flatMap(
    ([flag, old, current]): Change[] => {
      const where = `capability ${flag}`;
      if (old === current) return [];
      if (old === undefined)
        return [change("capability-added", where, `the flag is new, and ${current}`)];
      if (current === true) return [change("capability-on", where, "the flag is now true")];
      if (old === true)
        return [
          change(
            "capability-off",
            where,
            `the flag is ${current === false ? "now false" : "gone"}`,
          ),
        ];
      return [change("capability-forgotten", where, "the flag, which was false, is gone")];
    },
  );
}

function rootLinks({ before, after }: Both): readonly Change[] {
  return compareRecords(
    before.rootLinks,
    after.rootLinks,
    ["root-link-added", "root-link-removed"],
    (name) => [`root link ${name}`, "the link"],
    (old, current, where) =>
      old === current
        ? []
        : [change("root-link-moved", where, `it now leads to \`${current}\` (was \`${old}\`)`)],
  );
}
