/** Compares what the service as a whole publishes: plugins, types, errors, flags, links of the root. */
import type { RegistryDocument } from "../derive/export/form.ts";
import { change, isEqual, listed, pairs, type Both, type Change } from "./change.ts";
import type { RuleId } from "./rules.ts";
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

function service({ before, after }: Both): Change[] {
  return pairs<string>(before.service, after.service).flatMap(([key, old, current]) =>
    old === current
      ? []
      : [
          change(
            "service-changed",
            "service",
            `its ${key} is ${listed([current])}, and was ${listed([old])}`,
          ),
        ],
  );
}

/** What is in one record only. */
function onlyIn<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  noun: string,
  [added, removed]: readonly [RuleId, RuleId],
  text: string,
): Change[] {
  return pairs(before, after).flatMap(([key, old, current]) => {
    if (old === undefined) return [change(added, `${noun} ${key}`, `${text} is new`)];
    return current === undefined ? [change(removed, `${noun} ${key}`, `${text} is gone`)] : [];
  });
}

function plugins({ before, after }: Both): Change[] {
  const on = (document: RegistryDocument) =>
    Object.fromEntries(document.plugins.map(({ id, summary }) => [id, summary]));
  const rules = ["plugin-added", "plugin-removed"] as const;
  return onlyIn(on(before), on(after), "plugin", rules, "the plugin");
}

function schemas({ before, after }: Both): readonly Change[] {
  const accepted = new Set([...onlyAccepted(before), ...onlyAccepted(after)]);
  const rules = ["schema-added", "schema-removed"] as const;
  return [
    ...onlyIn(before.schemas, after.schemas, "schema", rules, "the published type"),
    ...pairs(before.schemas, after.schemas).flatMap(([name, old, current]) =>
      old === undefined || current === undefined || accepted.has(name)
        ? []
        : compareSchemas(
            { node: old, root: old, schemas: before.schemas },
            { node: current, root: current, schemas: after.schemas },
            {
              where: `schema ${name}`,
              direction: "output",
              noun: "field",
              whole: "the type",
              path: "",
            },
          ),
    ),
  ];
}

/** Published types that requests have and answers do not: they are compared with their operations. */
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

function errors({ before, after }: Both): Change[] {
  const byCode = (document: RegistryDocument) =>
    Object.fromEntries(document.errors.map((entry) => [entry.code, entry]));
  const [old, current] = [byCode(before), byCode(after)];
  return [
    ...onlyIn(old, current, "error", ["error-added", "error-removed"], "the error"),
    ...pairs(old, current).flatMap(([code, from, to]): Change[] => {
      if (from === undefined || to === undefined || isEqual(from, to)) return [];
      if (from.status === to.status)
        return [change("error-text-changed", `error ${code}`, "it has another message")];
      const message = `its status is ${to.status}, and was ${from.status}`;
      return [change("error-status-changed", `error ${code}`, message)];
    }),
  ];
}

function capabilities({ before, after }: Both): Change[] {
  return pairs(before.capabilities, after.capabilities).flatMap(
    ([flag, old, current]): Change[] => {
      const where = `capability ${flag}`;
      if (old === current) return [];
      if (current === true)
        return old === undefined
          ? [change("capability-added", where, "the flag is new, and true")]
          : [change("capability-on", where, "the flag is true")];
      if (old === true)
        return [
          change("capability-off", where, `the flag is ${current === false ? "false" : "gone"}`),
        ];
      return old === undefined
        ? [change("capability-added", where, "the flag is new, and false")]
        : [change("capability-forgotten", where, "the flag, which was false, is gone")];
    },
  );
}

function rootLinks({ before, after }: Both): Change[] {
  const rules = ["root-link-added", "root-link-removed"] as const;
  return [
    ...onlyIn(before.rootLinks, after.rootLinks, "root link", rules, "the link"),
    ...pairs(before.rootLinks, after.rootLinks).flatMap(([name, old, current]) =>
      old === undefined || current === undefined || old === current
        ? []
        : [
            change(
              "root-link-moved",
              `root link ${name}`,
              `it leads to \`${current}\`, and did to \`${old}\``,
            ),
          ],
    ),
  ];
}
