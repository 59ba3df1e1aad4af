import type { Registry } from "../../contract/plugin/registry.ts";
import { plannedNames } from "./header-plans.ts";

/** Checks that some route's answers can have a header, regardless of the policy that writes it. */
export function sendsHeader({ routes }: Pick<Registry, "routes">, header: string): boolean {
  const name = header.toLowerCase();
  return routes.some(({ plans }) =>
    Object.values(plans).some((plan) =>
      plannedNames(plan).some((planned) => planned.toLowerCase() === name),
    ),
  );
}
