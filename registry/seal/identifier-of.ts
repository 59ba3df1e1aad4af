import type { Call } from "../contract/call.ts";
import type { Identifier } from "../contract/identifier.ts";
import type { Policy } from "../contract/policy.ts";
import { credentialHeaders, type OwnedPolicy } from "./compile.ts";

/** A policy's way to find principals, with its context. */
export function identifierOf(
  policy: Policy,
  context: OwnedPolicy["context"],
): readonly Identifier[] {
  const { identifies } = policy;
  if (identifies === undefined) return [];
  const { description, scheme, challenge } = identifies;
  const headers = credentialHeaders(policy);
  const hasOne = (call: Call) => headers.some((name) => call.header(name) !== undefined);
  const own = context as never; // its options were validated with the plugin's own schema
  return [
    {
      policy: policy.id,
      headers,
      description,
      scheme,
      challenge,
      isSent: (call) => identifies.isSent?.(call) ?? hasOne(call),
      recall: (call) => identifies.recall?.(call, own),
      identify: (call) => identifies.identify(call, own),
      lookUp: (id) => identifies.lookUp?.(id, own),
      issue: identifies.issue && ((wanted) => identifies.issue?.(wanted, own)),
    },
  ];
}
