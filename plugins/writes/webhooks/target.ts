/** Targets of deliveries: the rules that a URL keeps, and one request to it. */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";

/** Bytes of an answer that are read, to let its sender finish. */
const MAX_ANSWER_BYTES = 16_384;

export interface TargetRules {
  readonly allowHttp: boolean;
  /** Checks that an address may be a target. */
  readonly isAllowed: (address: string) => boolean;
  readonly timeoutMs: number;
  /** Default: the system's. */
  readonly lookup?: (
    host: string,
    done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
  ) => void;
}

/**
 * No answer came. The message is the same for each cause: it is shown to subscribers, who could learn from others which names
 * and ports there are in networks of the service.
 */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  /** Reason for operators. */
  readonly reason: string;
  readonly isTimeout: boolean;

  constructor(reason: string, isTimeout: boolean) {
    super("the target cannot be reached, or did not answer in time");
    this.reason = reason;
    this.isTimeout = isTimeout;
  }
}

export interface Answer {
  readonly status: number;
  /** Seconds; undefined if the answer has none. */
  readonly retryAfter: number | undefined;
  /** The beginning of the body. Undefined unless it was asked for. */
  readonly text?: string | undefined;
}

/** Returns why a URL cannot be a target, as far as its text shows. */
export function problemOfTarget(
  text: string,
  { allowHttp, isAllowed }: Pick<TargetRules, "allowHttp" | "isAllowed">,
): string | undefined {
  const url = URL.parse(text);
  if (url === null) return "is not an absolute URL";
  if (url.protocol !== "https:" && !(allowHttp && url.protocol === "http:"))
    return allowHttp ? "is neither https nor http" : "is not https";
  if (url.username !== "" || url.password !== "") return "has a user name or a password";
  if (url.hash !== "") return "has a fragment";
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isAllowed(host)) return "is at an address that is not public";
  if (/(^|\.)localhost\.?$/i.test(host) && !isAllowed("127.0.0.1") && !isAllowed("::1"))
    return "is at an address that is not public";
  return undefined;
}

/** Checks that the port is the scheme's own or needs no privilege: below 1024 other protocols are served. */
export function hasUsualPort(text: string): boolean {
  const port = URL.parse(text)?.port ?? "";
  return port === "" || Number(port) >= 1024;
}

/** Returns the host in one spelling of several. */
export function targetHost(text: string): string | undefined {
  return URL.parse(text)?.hostname.replace(/\.$/, "");
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/**
 * Sends one request and returns its status. Rejects with NoAnswer if none came. Connects to the checked address
 * itself, so that the name cannot lead elsewhere in between; does not follow redirects.
 */
export function send(
  target: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  rules: TargetRules,
  signal: AbortSignal,
  wantsText = false,
): Promise<Answer> {
  const problem = problemOfTarget(target, rules);
  if (problem !== undefined) return Promise.reject(new Error(`the URL ${problem}`));
  const url = new URL(target);
  const answered = Promise.withResolvers<Answer>();
  const limit = AbortSignal.timeout(rules.timeoutMs);
  const options: RequestOptions = {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    agent: false, // so that each attempt looks the name up
    lookup: checkedLookup(rules),
    signal: AbortSignal.any([signal, limit]),
  };
  const outgoing = (url.protocol === "https:" ? requestHttps : requestHttp)(url, options);
  const fail = (error: Error) => {
    const { aborted: isTimeout } = limit;
    const reason = isTimeout ? `no answer came within ${rules.timeoutMs} ms` : error.message;
    answered.reject(new NoAnswer(reason, isTimeout));
  };
  outgoing.on("response", (incoming) => {
    const after = Number(incoming.headers["retry-after"]);
    const answer: Answer = {
      status: incoming.statusCode ?? 0,
      retryAfter: Number.isFinite(after) && after > 0 ? after : undefined,
    };
    if (!wantsText) answered.resolve(answer);
    const chunks: Buffer[] = [];
    let received = 0;
    incoming.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received > MAX_ANSWER_BYTES) incoming.destroy();
      else if (wantsText) chunks.push(chunk);
    });
    incoming.on("error", fail); // without effect once the status was what counts
    incoming.on("close", () =>
      answered.resolve({ ...answer, text: Buffer.concat(chunks).toString() }),
    );
  });
  outgoing.on("error", fail);
  outgoing.end(body);
  return answered.promise;
}

/** Returns a look-up that fails if any of the addresses may not be a target. */
function checkedLookup({ isAllowed, lookup }: TargetRules): LookupFunction {
  const find =
    lookup ??
    ((host: string, done: Parameters<NonNullable<TargetRules["lookup"]>>[1]) =>
      systemLookup(host, { all: true, order: "verbatim" }, done));
  return (host, { all }, done) =>
    find(host, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) return done(error, []);
      if (first === undefined) return done(new Error("the name has no address"), []);
      if (!addresses.every(({ address }) => isAllowed(address)))
        return done(new Error("the name leads to an address that is not public"), []);
      if (all === true) return done(null, [...addresses]);
      return done(null, first.address, first.family);
    });
}
