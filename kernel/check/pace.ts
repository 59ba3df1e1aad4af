/** Sends requests no faster than the server lets them through. */
import type { Answer, CheckContext, Question } from "../../registry/contract/conformance.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import { errorCode } from "./read.ts";
import { routesAt, type Target } from "./context.ts";

interface Pace {
  /** Headers of every request. A case may replace them. */
  requestHeaders(): Readonly<Record<string, string>>;
  onRequest(): void;
  onWait(seconds: number): void;
}

/** How often one request waits. */
const MAX_WAITS = 3;
/** The longest wait, in seconds. */
const MAX_WAIT_SECONDS = 300;

export function pacedAsk(
  registry: Registry,
  { client, exclusive }: Target,
  { requestHeaders, onRequest, onWait }: Pace,
): CheckContext["ask"] {
  let clients = 0;
  const newAddress = () => {
    clients += 1;
    return `198.18.${(clients >> 8) & 255}.${clients & 255}`; // a range for tests (RFC 2544)
  };
  return async (target, question: Question = {}) => {
    const { client: address, noRetry = false, headers: caseHeaders = {}, ...rest } = question;
    for (let waits = 0; ; waits++) {
      onRequest();
      const forwarded = exclusive ? { "x-forwarded-for": address ?? newAddress() } : {};
      const headers = { ...requestHeaders(), ...forwarded, ...caseHeaders };
      const answer = { ...(await client.ask(target, { ...rest, headers })), caseHeaders };
      if (exclusive || noRetry || waits === MAX_WAITS || !isTooSoon(answer, registry))
        return answer;
      const seconds = Math.min(Number(answer.headers["retry-after"]) || 1, MAX_WAIT_SECONDS);
      onWait(seconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  };
}

/** Whether a limit refused the request (RFC 6585, section 4), and not the route itself, which may declare a 429. */
function isTooSoon(answer: Answer, registry: Registry): boolean {
  if (answer.status !== 429 || answer.headers["retry-after"] === undefined) return false;
  const declared = routesAt(answer.target, registry)
    .flatMap(({ declaration: { errors = [], alwaysFails } }) => [...errors, alwaysFails?.code])
    .filter((code) =>
      registry.errors.some((entry) => entry.code === code && entry.status === answer.status),
    );
  const code = errorCode(answer);
  // HEAD has no body, and so no code.
  return code === undefined ? declared.length === 0 : !declared.includes(code);
}
