/** Requests with what every one of them carries, no faster than the service lets them through. */
import type { Answer, Question } from "../../registry/contract/conformance.ts";
import type { Registry } from "../../registry/contract/registry.ts";
import { codeOf } from "./violation.ts";
import { routesAt, type Target, type World } from "./context.ts";

interface Pace {
  /** Headers that every request carries unless its question names them. */
  carried(): Readonly<Record<string, string>>;
  onRequest(): void;
  onWait(seconds: number): void;
}

/** How often one request waits. */
const MAX_WAITS = 3;
/** The longest wait, in seconds. */
const MAX_WAIT_SECONDS = 300;

export function pacedAsk(
  registry: Registry,
  { client, own }: Target,
  { carried, onRequest, onWait }: Pace,
): World["ask"] {
  let clients = 0;
  const strangers = () => {
    clients += 1;
    return `198.18.${(clients >> 8) & 255}.${clients & 255}`; // a range for tests (RFC 2544)
  };
  return async (path, { client: from, unpaced = false, headers, ...rest }: Question = {}) => {
    for (let waits = 0; ; waits++) {
      onRequest();
      const forwarded = own ? { "x-forwarded-for": from ?? strangers() } : {};
      const answer = await client.ask(path, {
        ...rest,
        headers: { ...carried(), ...forwarded, ...headers },
      });
      const told = { ...answer, named: headers ?? {} };
      if (own || unpaced || waits === MAX_WAITS || !isTooSoon(told, registry)) return told;
      const seconds = Math.min(Number(answer.headers["retry-after"]) || 1, MAX_WAIT_SECONDS);
      onWait(seconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  };
}

/** A limit refused the request (RFC 6585, section 4), and not the route itself, which may declare such an answer. */
function isTooSoon(answer: Answer, registry: Registry): boolean {
  if (answer.status !== 429 || answer.headers["retry-after"] === undefined) return false;
  const declared = routesAt(answer.target, registry)
    .flatMap(({ declaration: { errors = [], fails } }) => [...errors, fails?.code])
    .filter((code) =>
      registry.errors.some((entry) => entry.code === code && entry.status === answer.status),
    );
  const code = codeOf(answer);
  // HEAD has no body that could tell.
  return code === undefined ? declared.length === 0 : !declared.includes(code);
}
