/** Sends requests no faster than the server lets them through. */
import type { Registry } from "waymark";
import type { CredentialHeaders } from "waymark/advanced";
import type { Answer, Question, Quota } from "./policy-tests.ts";
import { NoResponseError } from "./client.ts";
import type { ConformanceTests } from "./conformance-tests.ts";
import { ForeignHeaders } from "./headers.ts";
import { IssuedCredentials, owningPluginAt } from "./issued.ts";
import { SentSecrets } from "./logged.ts";
import { errorCode } from "./read.ts";
import { routesAt, type Target } from "./context.ts";

/** Number of waits of one request. */
const MAX_WAITS = 3;
/** The longest wait, in seconds. */
const MAX_WAIT_SECONDS = 300;

type Tests = Pick<ConformanceTests, "requestHeaders" | "quotaOf">;

/** The requests of a check. Of a limit of a server that others use, half is left to them. */
export class Traffic {
  requests = 0;
  /** Counts how often cases were run again, as data may have changed between two answers. */
  round = 0;
  /** Milliseconds of waiting until a limit lets the check go on. */
  waitedMs = 0;
  /** No request is sent any more. */
  isOver = false;
  /** The limit that the server reported, and the most that was used of it at any time. */
  quota: { readonly limit: number; readonly used: number } | undefined;
  readonly foreign: ForeignHeaders;
  /** Credentials that were sent to a server of the check's own. */
  readonly secrets: SentSecrets;
  readonly #registry: Registry;
  readonly #target: Target;
  readonly #tests: Tests;
  readonly #issued: IssuedCredentials;
  readonly #owningAt: ReturnType<typeof owningPluginAt>;
  readonly #onWait: (text: string) => void;
  #clients = 0;
  #callers = 0;
  /** Time at which the half-used limit is whole again, in milliseconds of the clock. */
  #freeAt = 0;

  /** @param foreign for the nodes of one service together. */
  constructor(
    registry: Registry,
    target: Target,
    tests: Tests,
    onWait: (text: string) => void,
    foreign: ForeignHeaders = new ForeignHeaders(registry),
  ) {
    this.#registry = registry;
    this.#target = target;
    this.#tests = tests;
    this.#issued = new IssuedCredentials(registry);
    this.#owningAt = owningPluginAt(registry);
    this.#onWait = onWait;
    this.secrets = new SentSecrets(registry.builtin.unknown.credentials);
    this.foreign = foreign;
  }

  /** The caller of the requests to protected routes that name no client. */
  get caller(): string {
    return `waymark-principal-${this.#callers}.`;
  }

  /** The requests from now on are another caller's, with limits of its own. */
  nextCaller(): string {
    this.#callers += 1;
    return this.caller;
  }

  readonly ask = async (
    target: string,
    question: Question = {},
    caller: string = this.caller,
  ): Promise<Answer> => {
    if (this.isOver) throw new NoResponseError("the time of the check is over");
    const isPaced = !this.#target.exclusive && question.noRetry !== true;
    for (let waits = 0; ; waits++) {
      const seconds = Math.ceil((this.#freeAt - Date.now()) / 1000);
      if (isPaced && seconds > 0)
        await this.#wait(seconds, "because half of the quota is left to others");
      const answer = await this.#send(target, question, caller);
      const isOwned = this.#owningAt(target) !== undefined;
      if (!isOwned && this.#isUsedUp(question, answer))
        return this.#send(target, question, this.nextCaller());
      const mayWait = isPaced || (isOwned && this.#isUsedUp(question, answer));
      if (!mayWait || waits === MAX_WAITS || !isTooSoon(answer, this.#registry)) return answer;
      await this.#wait(Number(answer.headers["retry-after"]) || 1, "as Retry-After says");
    }
  };

  /** Checks that a caller that stands for any has no requests left: a long case takes more than one caller. */
  #isUsedUp({ client, anonymous, noRetry }: Question, answer: Answer): boolean {
    const isAny = client === undefined && anonymous !== true && noRetry !== true;
    return isAny && this.#target.exclusive && isTooSoon(answer, this.#registry);
  }

  async #send(target: string, question: Question, caller: string): Promise<Answer> {
    const { client, exclusive, credentials } = this.#target;
    const {
      client: address,
      noRetry: _,
      anonymous = false,
      headers: caseHeaders = {},
      ...rest
    } = question;
    this.requests += 1;
    const from = address ?? this.#newAddress();
    const headers = {
      ...this.#tests.requestHeaders(anonymous),
      ...(exclusive && !anonymous ? await this.#credentialOf(question, target, caller) : {}),
      ...(anonymous ? {} : credentials),
      ...(exclusive ? { "x-forwarded-for": from } : {}),
      ...caseHeaders,
    };
    if (exclusive) this.secrets.add(headers);
    const answer = { ...(await client.ask(target, { ...rest, headers })), caseHeaders };
    this.secrets.inspect(answer);
    if (exclusive) return answer;
    this.#count(this.#tests.quotaOf(answer));
    return this.foreign.remove(answer);
  }

  /** A client with a fixed address is one caller on all routes. */
  #credentialOf(
    { client, method = "GET" }: Question,
    target: string,
    caller: string,
  ): Promise<CredentialHeaders> {
    const request = { method, target };
    const owning = this.#owningAt(target);
    // One owner with all scopes: another one would not see what the check has made.
    if (owning !== undefined && client === undefined)
      return this.#issued.everywhere(request, `waymark-owner-${owning}.`);
    return client === undefined
      ? this.#issued.at(request, caller)
      : this.#issued.everywhere(request, client);
  }

  #count(quota: Quota | undefined): void {
    if (quota === undefined) return;
    const { limit, remaining, resetSeconds } = quota;
    this.quota = { limit, used: Math.max(limit - remaining, this.quota?.used ?? 0) };
    const isLow = this.#target.spends !== true && remaining <= limit / 2;
    this.#freeAt = isLow ? Date.now() + resetSeconds * 1000 : 0;
  }

  async #wait(seconds: number, why: string): Promise<void> {
    const atMost = Math.min(seconds, MAX_WAIT_SECONDS);
    this.#onWait(`waiting ${atMost} s, ${why}`);
    await new Promise((resolve) => setTimeout(resolve, atMost * 1000));
    this.waitedMs += atMost * 1000;
    this.#freeAt = 0;
  }

  #newAddress(): string {
    this.#clients += 1;
    return `198.18.${(this.#clients >> 8) & 255}.${this.#clients & 255}`; // a range for tests (RFC 2544)
  }
}

/** Checks that a limit refused the request (RFC 6585, section 4), and not the route itself, which may declare a 429. */
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

/** Time between two looks at the time limit. */
const TICK_MS = 1000;

/** Resolves to whether work ends within a time, in milliseconds, not counting what `waitedMs` returns. */
export async function endsWithin(
  work: Promise<void>,
  limitMs: number,
  waitedMs: () => number,
): Promise<boolean> {
  const began = performance.now();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const look = () => {
    if (performance.now() - began - waitedMs() >= limitMs) resolve(false);
  };
  const timer = setInterval(look, Math.min(TICK_MS, limitMs));
  try {
    return await Promise.race([work.then(() => true), promise]);
  } finally {
    clearInterval(timer);
  }
}
