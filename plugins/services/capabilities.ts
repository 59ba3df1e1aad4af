/** The point of capabilities: feature flags, which the service publishes. */
import { definePoint, type PerOptions, type PluginTypes, type Registry } from "waymark";
import { opaque, plannedNames } from "waymark/advanced";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /** Published feature flags, by name. */
    readonly capabilities?: PerOptions<Readonly<Record<string, Capability>>, C["options"]>;
  }
}

/**
 * Condition of a feature flag: always or never true while its plugin is on, true while some route's answers can have a
 * header, or by a fact of the registry. Several plugins may state facts of one flag.
 */
export type Capability = boolean | { readonly sends: string } | ((registry: Registry) => boolean);

function isCapability(value: unknown): boolean {
  if (typeof value === "boolean" || typeof value === "function") return true;
  return typeof Object(value).sends === "string";
}

/** The flags of all plugins, each true or false, in stable order. */
export const Capabilities = definePoint({
  id: "capabilities",
  noun: "capability",
  reader: "capabilities",
  form: "record of options",
  schema: opaque<Capability>(
    'true, false, { sends: "Header-Name" }, or a function of the registry',
    isCapability,
  ),
  fromRoutes: { key: "capability", entry: () => true },
  conflict: {
    code: "FLAG_CONFLICT",
    message: "two plugins publish the same capability",
    // A fact may be stated by many.
    mayRepeat: (value) => typeof value !== "boolean",
  },
  // A flag that several plugins contribute is true if any of them says so.
  seal(entries, registry): Readonly<Record<string, boolean>> {
    const flags: Record<string, boolean> = {};
    for (const { name, value } of entries)
      flags[name] = flags[name] === true || holds(value, registry);
    return flags;
  },
  isPart: true,
  publish: (flags) => flags,
});

function holds(capability: Capability, registry: Registry): boolean {
  if (typeof capability === "function") return capability(registry);
  return typeof capability === "object" ? sendsHeader(registry, capability.sends) : capability;
}

/** Checks that some route's answers can have a header, regardless of the policy that writes it. */
export function sendsHeader({ routes }: Pick<Registry, "routes">, header: string): boolean {
  const name = header.toLowerCase();
  return routes.some(({ plans }) =>
    Object.values(plans).some((plan) =>
      plannedNames(plan).some((planned) => planned.toLowerCase() === name),
    ),
  );
}
