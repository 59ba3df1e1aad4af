/** Requests with what every one of them carries, no faster than the service's rate limit lets them through. */
import { randomUUID } from "node:crypto";
import type { Registry } from "../../registry/registry.ts";
import type { Answer } from "./client.ts";
import { asObject } from "./client.ts";
import { SENT, type Target, type World } from "./world.ts";

interface Listeners {
  onRequest(): void;
  onWait(seconds: number): void;
}

/** How often one request waits. */
const MAX_WAITS = 3;
/** The longest wait, in seconds. */
const MAX_WAIT_SECONDS = 300;

export function pacedAsk(
  { statements }: Pick<Registry, "statements">,
  { client, own }: Target,
  { onRequest, onWait }: Listeners,
): World["ask"] {
  const code = asObject(asObject(statements["rate-limit"])["on429"])["code"];
  let clients = 0;
  const strangers = () => {
    clients += 1;
    return `198.18.${(clients >> 8) & 255}.${clients & 255}`; // a range for tests (RFC 2544)
  };
  return async (path, question = {}) => {
    const { client: from, unpaced = false, headers, ...rest } = question;
    for (let waits = 0; ; waits++) {
      onRequest();
      const answer = await client.ask(path, {
        ...rest,
        headers: {
          "x-request-id": randomUUID(),
          ...SENT,
          ...(own ? { "x-forwarded-for": from ?? strangers() } : {}),
          ...headers,
        },
      });
      const spent = !own && !unpaced && answer.status === 429 && refusedWith(answer, code);
      if (!spent || waits === MAX_WAITS) return answer;
      const seconds = Math.min(Number(answer.headers["retry-after"]) || 1, MAX_WAIT_SECONDS);
      onWait(seconds);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  };
}

/** HEAD has no body that could tell; then what is left does. */
function refusedWith({ method, body, headers }: Answer, code: unknown): boolean {
  if (method === "HEAD") return headers["x-ratelimit-remaining"] === "0";
  return typeof code === "string" && body.includes(`"${code}"`);
}
