/** Findings about two plugins that claim the same thing. Each names both owners. */
import type { Collected } from "../collect.ts";
import type { Owned } from "../../contract/plugin/declarations.ts";
import { KERNEL_HEADERS } from "../compile/compile.ts";
import { kernelErrors } from "../../contract/call/errors.ts";
import type { Finding, FindingCode } from "../../contract/finding/finding.ts";
import type { Policy } from "../../contract/policy/policy.ts";
import { placeOf } from "../compile/route-facts.ts";

interface Claim {
  /** The claimed name; two claims of one key conflict. */
  readonly key: string;
  readonly plugin: string;
  /** Form of the claim in the message. */
  readonly shown: string;
  /** Claims of the same value do not conflict. */
  readonly value?: unknown;
}

export function checkConflicts({ routes, policies, ...named }: Collected): Finding[] {
  const byPolicy = (keysOf: (policy: Policy) => readonly string[]) =>
    policies.flatMap(({ name, plugin, value }) =>
      keysOf(value).map((key) => claim(key, plugin, `plugin ${plugin}, policy ${name}`)),
    );
  return [
    ...conflicts(
      "ROUTE_CONFLICT",
      "two routes answer the same requests",
      "rename one path, or mount one plugin under a prefix of its own",
      routes.map(({ name, plugin, value }) => ({
        key: `${value.method} ${placeOf(value)}`,
        plugin,
        shown: `${value.method} ${value.path}   plugin ${plugin}, route ${name}`,
      })),
    ),
    ...conflicts("SCHEMA_CONFLICT", "two schemas have the same name", RENAME, [
      claim("Error", "kernel", "plugin kernel"),
      ...byName(named.schemas, true),
      ...routes.flatMap(({ name, plugin, value: { list } }) =>
        list ? [claim(list.name, plugin, `plugin ${plugin}, list of route ${name}`)] : [],
      ),
    ]),
    ...conflicts("POLICY_CONFLICT", "two policies have the same id", RENAME, byName(policies)),
    ...conflicts(
      "POLICY_CONFLICT",
      "two policies own the same route key",
      RENAME,
      byPolicy(({ key }) => (key === undefined ? [] : [key])),
    ),
    ...conflicts(
      "HEADER_CONFLICT",
      "two policies write the same header",
      "one of them must own it; the other can add to it when it is shared",
      [...byKernel(KERNEL_HEADERS), ...byPolicy(({ writes = {} }) => Object.keys(writes))].map(
        (header) => ({ ...header, key: header.key.toLowerCase() }),
      ),
    ),
    ...conflicts(
      "VALUE_CONFLICT",
      "two policies provide the same value",
      "switch one of the plugins off",
      byPolicy(({ provides = {} }) => Object.values(provides).map(({ id }) => id)),
    ),
    ...conflicts(
      "PAGE_FORM_CONFLICT",
      "two policies make pages of the same media type",
      "switch one of the plugins off",
      byPolicy(({ pageForms = [] }) => pageForms.map(({ mediaType }) => mediaType)),
    ),
    ...conflicts(
      "EVENT_CONFLICT",
      "two plugins publish the same event",
      RENAME,
      byName(named.events),
    ),
    ...conflicts(
      "ERROR_CODE_CONFLICT",
      "two entries of the error catalog have the same code",
      RENAME,
      [...byKernel(Object.keys(kernelErrors)), ...byName(named.errors)],
    ),
  ];
}

/** The next step for two names that are the same. */
export const RENAME = "rename one of them, or switch one of the plugins off";

function claim(key: string, plugin: string, owner: string): Claim {
  return { key, plugin, shown: `${key}   ${owner}` };
}

export function byKernel(keys: readonly string[]): Claim[] {
  return keys.map((key) => claim(key, "kernel", "the kernel"));
}

export function byName(owned: readonly Owned<unknown>[], sameValueIsFine = false): Claim[] {
  return owned.map(({ name, plugin, value, route }) => ({
    ...claim(name, plugin, `plugin ${plugin}${route === undefined ? "" : `, route ${route}`}`),
    ...(sameValueIsFine ? { value } : {}),
  }));
}

export function conflicts(
  code: FindingCode,
  message: string,
  hint: string,
  claims: readonly Claim[],
): Finding[] {
  const first = new Map<string, Claim>();
  const findings: Finding[] = [];
  for (const { key, plugin, shown, value } of claims) {
    const other = first.get(key);
    if (other === undefined) first.set(key, { key, plugin, shown, value });
    else if (other.value === undefined || other.value !== value) {
      findings.push({
        code,
        plugin: other.plugin === plugin ? plugin : `${other.plugin}, ${plugin}`,
        where: key,
        message: `${message}\n  ${other.shown}\n  ${shown}`,
        hint,
      });
    }
  }
  return findings;
}

/** Finds headers that routes fill, and a policy or the kernel writes already. */
export function checkHeaderOwners({ routes, policies }: Collected): Finding[] {
  const owners = new Map([
    ...KERNEL_HEADERS.map((name) => [name.toLowerCase(), "the kernel"] as const),
    ...policies.flatMap(({ name: id, plugin, value: { writes = {} } }) =>
      Object.keys(writes).map(
        (name) => [name.toLowerCase(), `policy ${id} of plugin ${plugin}`] as const,
      ),
    ),
  ]);
  return routes.flatMap(({ name: id, plugin, value }) =>
    Object.keys(value.responseHeaders ?? {}).flatMap((name): Finding[] => {
      const isOfBytes = value.bytes !== undefined && name.toLowerCase() === "content-disposition";
      const owner = isOfBytes ? "the kernel" : owners.get(name.toLowerCase());
      if (owner === undefined) return [];
      return [
        {
          code: "HEADER_CONFLICT",
          plugin,
          where: `route ${id}`,
          message: `responseHeaders names ${name}, which ${owner} writes`,
          hint: "remove it from the route, or choose another name",
        },
      ];
    }),
  );
}
