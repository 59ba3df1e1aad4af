/** The request headers that matter to a route: its policies read them, or they are conditions that the kernel evaluates. */
import type { ReadHeader } from "../contract/policy/compiled-policy.ts";
import { hasRanges, RANGE_HEADERS } from "../contract/route/bytes.ts";
import type { SealedRoute } from "../contract/route/sealed-route.ts";

export interface RouteHeader extends Omit<ReadHeader, "onWrites"> {
  /** Name in lower case. */
  readonly name: string;
  /** The policy that reads it, or the kernel. */
  readonly reader: string;
  /** Distinguishes meanings of one name: empty, `-on-writes`, `-required` or both. */
  readonly variant: string;
  /** True if requests without it are refused. */
  readonly required: boolean;
}

/** Conditions of writes (RFC 9110, section 13.1). */
const CONDITIONS: Readonly<Record<string, string>> = {
  "if-match":
    "Entity tags of the state that may be changed, or `*` for any state; in all others the answer is 412 and nothing changes.",
  "if-none-match":
    "`*` writes only where nothing exists yet; entity tags write only in a state of another tag. Otherwise the answer is 412.",
};

/** Returns each name once, in the order of policies. */
export function readHeadersOf(route: SealedRoute): readonly RouteHeader[] {
  const conditions = route.represents === undefined ? {} : CONDITIONS;
  const headers = new Map<string, RouteHeader>();
  for (const { policy, compiled } of route.policies) {
    for (const [name, { onWrites, description, schema }] of Object.entries(policy.reads ?? {})) {
      const matters = compiled.reads?.includes(name) ?? true;
      if (!matters || headers.has(name) || Object.hasOwn(conditions, name)) continue;
      const ofWrites = route.method === "GET" ? undefined : onWrites;
      const required = compiled.requires?.includes(name) ?? false;
      headers.set(name, {
        name,
        reader: policy.id,
        variant: variantOf(ofWrites !== undefined, required),
        description: ofWrites ?? description,
        ...(schema === undefined ? {} : { schema }),
        required,
      });
    }
  }
  for (const [name, description] of Object.entries(conditions)) {
    const required = name === "if-match" && requiresMatch(route);
    const variant = variantOf(true, required);
    headers.set(name, { name, reader: "kernel", variant, description, required });
  }
  for (const [name, description] of Object.entries(
    hasRanges(route.declaration) ? RANGE_HEADERS : {},
  ))
    headers.set(name, { name, reader: "kernel", variant: "", description, required: false });
  return [...headers.values()];
}

/** Checks that If-Match is required. A route that may also create takes If-None-Match in its place. */
function requiresMatch({ declaration: { preconditions, statuses = [] } }: SealedRoute): boolean {
  return preconditions === "required" && !statuses.includes(201);
}

function variantOf(onWrites: boolean, required: boolean): string {
  return `${onWrites ? "-on-writes" : ""}${required ? "-required" : ""}`;
}
