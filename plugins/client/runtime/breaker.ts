import { ApiError, CircuitOpenError, ConnectionError } from "./errors.ts";
import type { Layer } from "./message.ts";

/** Conditions for sending no requests, and for beginning again. */
export interface BreakerAdvice {
  readonly circuitBreaker: {
    /** Failures in a row. */
    readonly failureThreshold: number;
    /** Milliseconds without requests. */
    readonly openMs: number;
    /** Trial requests after that time. */
    readonly halfOpenRequests: number;
  };
  /** Statuses of failures that pass; of these, the ones from 500 on count. Absent: all from 500 on count. */
  readonly failureSemantics?: { readonly retryable: readonly number[] } | undefined;
}

/** Returns the layer that spares a service which fails. */
export function circuitBreaker({ circuitBreaker: advice, failureSemantics }: BreakerAdvice): Layer {
  const { failureThreshold, openMs, halfOpenRequests } = advice;
  const isFailure = (status: number) =>
    status >= 500 && failureSemantics?.retryable.includes(status) !== false;
  return (send, { environment }) => {
    let failures = 0;
    let openUntil = 0;
    let trials = 0;
    return async (message) => {
      const isTrial = failures >= failureThreshold;
      const waitMs = openUntil - environment.now();
      if (isTrial && (waitMs > 0 || trials >= halfOpenRequests))
        throw new CircuitOpenError(Math.max(0, waitMs));
      if (isTrial) trials++;
      try {
        const answer = await send(message);
        failures = 0;
        return answer;
      } catch (error) {
        const status = error instanceof ApiError ? error.status : 0;
        if (error instanceof ConnectionError || isFailure(status)) {
          failures++;
          if (failures >= failureThreshold) openUntil = environment.now() + openMs;
        } else if (status > 0) failures = 0;
        throw error;
      } finally {
        if (isTrial) trials--;
      }
    };
  };
}
