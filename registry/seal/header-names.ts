/** Headers of requests and answers that a service reads and writes. */
import type { HeaderView } from "../contract/compiled-policy.ts";
import type { Policy, PolicyContext } from "../contract/policy.ts";
import { responseHeadersOf } from "../contract/response-headers.ts";
import type { Route } from "../contract/route.ts";
import type { PolicyInfo } from "../contract/sealed-route.ts";
import { declaredHeaders } from "./vary.ts";

/** A policy of an enabled plugin, with what it compiles from. */
export interface OwnedPolicy {
  readonly policy: Policy;
  readonly plugin: string;
  readonly context: PolicyContext<unknown, Readonly<Record<never, never>>>;
}

/** Response headers that the kernel owns (Content-Encoding belongs to the policy that encodes). */
export const KERNEL_HEADERS: readonly string[] = [
  "Content-Type",
  "Content-Length",
  "Content-Language",
  "Location",
  "Allow",
  "Vary",
  "Date",
  "Retry-After",
  "Accept",
  "Accept-Post",
  "Accept-Patch",
];
/** Request headers that the kernel reads: they select the form of an answer. */
const KERNEL_READS: readonly string[] = ["accept", "content-type"];

/** Header names of all policies together. */
export interface HeaderNames extends Pick<HeaderView, "written" | "read"> {
  /** Request headers that hold credentials, in lower case. */
  readonly credentials: readonly string[];
}

/** Request and response header names of all policies, without repetition, in the preset's order. */
export function headerNames(
  policies: readonly OwnedPolicy[],
  routes: readonly Route[],
): HeaderNames {
  const written = policies.flatMap(({ policy }) => Object.keys(policy.writes ?? {}));
  const filled = routes.flatMap((route) => Object.keys(responseHeadersOf(route)));
  const read = policies.flatMap(({ policy }) => Object.keys(policy.reads ?? {}));
  return {
    written: [...new Set([...KERNEL_HEADERS, ...written, ...filled])],
    read: [...new Set([...KERNEL_READS, ...read, ...routes.flatMap(declaredHeaders)])],
    credentials: [...new Set(policies.flatMap(({ policy }) => credentialHeaders(policy)))],
  };
}

/** Returns the request headers in which a policy finds its credential. */
export function credentialHeaders({ identifies, reads = {} }: PolicyInfo): readonly string[] {
  return identifies === undefined ? [] : Object.keys(reads);
}
