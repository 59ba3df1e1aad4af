/** The service's advice to clients, from the documents that publish it, and the layers of a client that follow it. */
import type { Registry, SealedRoute } from "waymark";
import { z } from "zod";
import {
  IdempotencyDiscovery,
  ResiliencePolicyDiscovery,
  RetryPolicy,
} from "../../schemas/documents/resilience.ts";
import { CachePolicyDiscovery } from "../../schemas/documents/caching.ts";
import { RateLimitPolicyDiscovery } from "../../schemas/documents/limits.ts";

/** Documents for clients. One that is off is undefined. */
export interface Advice {
  readonly retry: z.output<typeof RetryPolicy> | undefined;
  readonly resilience: z.output<typeof ResiliencePolicyDiscovery> | undefined;
  readonly cache: z.output<typeof CachePolicyDiscovery> | undefined;
  readonly rateLimit: z.output<typeof RateLimitPolicyDiscovery> | undefined;
  readonly idempotency: z.output<typeof IdempotencyDiscovery> | undefined;
}

export async function adviceOf(registry: Registry): Promise<Advice> {
  const read = async <T>(ref: string, schema: z.ZodType<T>): Promise<T | undefined> => {
    const route = registry.route(ref);
    return route === undefined ? undefined : schema.parse(await registry.document(route));
  };
  return {
    retry: await read("retry-policy.showRetryPolicy", RetryPolicy),
    resilience: await read("resilience-policy.showResiliencePolicy", ResiliencePolicyDiscovery),
    cache: await read("cache.showCachePolicy", CachePolicyDiscovery),
    rateLimit: await read("rate-limit.showRateLimitPolicy", RateLimitPolicyDiscovery),
    idempotency: await read("idempotency.showIdempotency", IdempotencyDiscovery),
  };
}

/** A layer of the client, as code, with the file of the runtime that has it. */
export interface LayerText {
  readonly file: string;
  readonly layer: string;
}

/** Returns the layers that the service needs, outermost first. Names of constants are those of `dataOf`. */
export function layersOf(
  registry: Registry,
  { retry, resilience, cache, rateLimit, idempotency }: Advice,
  uses: { readonly keyed: boolean; readonly conditional: boolean },
): readonly LayerText[] {
  const sent = credentialOf(registry);
  const longestMs = Math.max(retry?.backoff.maxMs ?? 0, (rateLimit?.windowSeconds ?? 0) * 1000);
  const layers: readonly (readonly [isOn: boolean, file: string, layer: string])[] = [
    [
      sent !== undefined,
      "credential",
      `credential(${sent?.map((part) => JSON.stringify(part)).join(", ")})`,
    ],
    [uses.conditional, "conditions", "conditions()"],
    [uses.keyed, "idempotency", `idempotencyKeys(${JSON.stringify(idempotency?.headerName)})`],
    [cache !== undefined, "cache", "answerCache()"],
    [retry !== undefined, "retries", `retries(retryPolicy, ${longestMs})`],
    [rateLimit !== undefined, "pacing", "pacing()"],
    [registry.statements["deprecation"] !== undefined, "deprecation", "deprecations()"],
    [resilience !== undefined, "breaker", "circuitBreaker(resiliencePolicy)"],
  ];
  return layers.flatMap(([isOn, file, layer]) => (isOn ? [{ file, layer }] : []));
}

/** Returns the header of the caller's key, and the scheme before it; undefined if there is no way to send one. */
function credentialOf({
  identifiers,
}: Registry): readonly [header: string, scheme: string] | undefined {
  for (const { scheme } of identifiers) {
    if (scheme.type === "apiKey") return [scheme.name.toLowerCase(), ""];
    if (scheme.type === "openIdConnect") return ["authorization", "Bearer "];
    if (scheme.type === "http")
      return [
        "authorization",
        `${scheme.scheme.charAt(0).toUpperCase()}${scheme.scheme.slice(1)} `,
      ];
  }
  return undefined;
}

/** Returns how long a client may use an answer of the route, in seconds; undefined if it must not keep any. */
export function keptFor(
  { path, method }: SealedRoute,
  { cache }: Advice,
): { readonly maxAge: number; readonly revalidate: number } | undefined {
  const entry = method === "GET" ? cache?.cacheable.find((one) => one.path === path) : undefined;
  return entry === undefined ? undefined : { maxAge: entry.maxAge, revalidate: entry.revalidate };
}
