/** Findings about two plugins that claim the same thing. Each names both owners. */
import type { Collected } from "./collect.ts";
import type { Owned } from "../contract/validation.ts";
import { KERNEL_HEADERS } from "./compile.ts";
import { KERNEL_EXPORTS } from "../contract/export.ts";
import { kernelErrors } from "../contract/errors.ts";
import type { Finding, FindingCode } from "../contract/finding.ts";
import { shapeOf } from "../contract/path.ts";

interface Claim {
  /** The claimed name; two claims of one key conflict. */
  readonly key: string;
  readonly plugin: string;
  /** How the message shows the claim. */
  readonly shown: string;
  /** Claims of the same value do not conflict. */
  readonly value?: unknown;
}

export function checkConflicts(
  collected: Collected,
  reservedCommands: readonly string[],
): Finding[] {
  const { routes, policies, schemas, errors, events, tables, capabilities, rootLinks } = collected;
  const rename = "rename one of them, or switch one of the plugins off";
  return [
    ...conflicts(
      "ROUTE_CONFLICT",
      "two routes answer the same requests",
      "rename one path, or mount one plugin under a prefix of its own",
      routes.map(({ name, plugin, value }) => ({
        key: `${value.method} ${shapeOf(value)}`,
        plugin,
        shown: `${value.method} ${value.path}   plugin ${plugin}, route ${name}`,
      })),
    ),
    ...conflicts("SCHEMA_CONFLICT", "two schemas have the same name", rename, [
      { key: "Error", plugin: "kernel", shown: "Error   plugin kernel" },
      ...byName(schemas, true),
      ...routes.flatMap(({ name, plugin, value: { list } }) =>
        list
          ? [
              {
                key: list.name,
                plugin,
                shown: `${list.name}   plugin ${plugin}, list of route ${name}`,
              },
            ]
          : [],
      ),
    ]),
    ...conflicts("COMMAND_CONFLICT", "two commands have the same name", rename, [
      ...reservedCommands.map((key) => ({ key, plugin: "kernel", shown: `${key}   the kernel` })),
      ...collected.contributors.flatMap(({ plugin }) =>
        Object.keys(plugin.commands ?? {}).map((key) => ({
          key,
          plugin: plugin.id,
          shown: `${key}   plugin ${plugin.id}`,
        })),
      ),
    ]),
    ...conflicts("POLICY_CONFLICT", "two policies have the same id", rename, byName(policies)),
    ...conflicts(
      "POLICY_CONFLICT",
      "two policies own the same route key",
      rename,
      policies.flatMap(({ name, plugin, value: { key } }) =>
        key === undefined
          ? []
          : [{ key, plugin, shown: `${key}   plugin ${plugin}, policy ${name}` }],
      ),
    ),
    ...conflicts(
      "HEADER_CONFLICT",
      "two policies write the same header",
      "one of them must own it; the other can add to it when it is shared",
      [
        ...KERNEL_HEADERS.map((name) => ({
          key: name.toLowerCase(),
          plugin: "kernel",
          shown: `${name}   the kernel`,
        })),
        ...policies.flatMap(({ name, plugin, value: { writes } }) =>
          Object.keys(writes ?? {}).map((header) => ({
            key: header.toLowerCase(),
            plugin,
            shown: `${header}   plugin ${plugin}, policy ${name}`,
          })),
        ),
      ],
    ),
    ...conflicts(
      "PAGE_FORM_CONFLICT",
      "two policies make pages of the same media type",
      "switch one of the plugins off",
      policies.flatMap(({ name, plugin, value: { pageForms = [] } }) =>
        pageForms.map(({ mediaType }) => ({
          key: mediaType,
          plugin,
          shown: `${mediaType}   plugin ${plugin}, policy ${name}`,
        })),
      ),
    ),
    ...conflicts(
      "FLAG_CONFLICT",
      "two plugins publish the same capability",
      rename,
      byName(capabilities),
    ),
    ...conflicts("EVENT_CONFLICT", "two plugins publish the same event", rename, byName(events)),
    ...conflicts("TABLE_CONFLICT", "two plugins declare the same table", rename, byName(tables)),
    ...conflicts(
      "ROOT_LINK_CONFLICT",
      "two plugins contribute the same relation of the API root",
      rename,
      byName(rootLinks),
    ),
    ...conflicts(
      "ERROR_CODE_CONFLICT",
      "two entries of the error catalog have the same code",
      rename,
      [
        ...Object.keys(kernelErrors).map((code) => ({
          key: code,
          plugin: "kernel",
          shown: `${code}   the kernel`,
        })),
        ...byName(errors),
      ],
    ),
    ...conflicts("EXPORT_CONFLICT", "two exports have the same name", rename, [
      ...KERNEL_EXPORTS.map((key) => ({ key, plugin: "kernel", shown: `${key}   the kernel` })),
      ...collected.contributors.flatMap(({ plugin }) =>
        Object.keys(plugin.exports ?? {}).map((key) => ({
          key,
          plugin: plugin.id,
          shown: `${key}   plugin ${plugin.id}`,
        })),
      ),
    ]),
  ];
}

function byName(owned: readonly Owned<unknown>[], sameValueIsFine = false): Claim[] {
  return owned.map(({ name, plugin, value, route }) => ({
    key: name,
    plugin,
    shown: `${name}   plugin ${plugin}${route === undefined ? "" : `, route ${route}`}`,
    ...(sameValueIsFine ? { value } : {}),
  }));
}

function conflicts(
  code: FindingCode,
  message: string,
  hint: string,
  claims: readonly Claim[],
): Finding[] {
  const first = new Map<string, Claim>();
  const findings: Finding[] = [];
  for (const claim of claims) {
    const other = first.get(claim.key);
    if (other === undefined) first.set(claim.key, claim);
    else if (other.value === undefined || other.value !== claim.value) {
      findings.push({
        code,
        plugin: other.plugin === claim.plugin ? claim.plugin : `${other.plugin}, ${claim.plugin}`,
        where: claim.key,
        message: `${message}\n  ${other.shown}\n  ${claim.shown}`,
        hint,
      });
    }
  }
  return findings;
}
