/**
 * The session of a browser at the console: a cookie that leaves the browser for pages of the console alone, and a token in
 * each page, without which nothing is changed.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import {
  definePolicy,
  requestValue,
  html,
  type Call,
  type Principal,
  type Refusal,
  type Registry,
} from "waymark";
import type { Failure } from "waymark/advanced";
import { Runtime, translate } from "waymark/services";
import { ANY_PLAN, askedScopes } from "../../shared/asked-scopes.ts";
import { oncePerRegistry } from "../../shared/once-per-registry.ts";
import { principalNow } from "../../shared/principal-now.ts";
import { CONTENT_SECURITY_POLICY } from "../shared/content-security-policy.ts";
import { idIn, randomId } from "../shared/cookies.ts";
import { titleOf } from "../shared/messages.ts";
import { frame, SIGN_IN } from "./frame.ts";
import { consoleMessages } from "./messages.ts";
import { Options } from "./options.ts";

export const TOKEN_HEADER = "x-console-token";
const COOKIE = "waymark-console";
/** Key of this process: a page that is older than the start asks to be loaded again. */
const KEY = randomBytes(32);
const SIGNED_IN_MS = 8 * 3_600_000;
/** Ids of principals by session. A principal is looked up for each request: without its key, the session is over. */
const owners = new LRUCache<string, string>({ max: 1000, ttl: SIGNED_IN_MS });

/** Token for the forms of the page. */
export const ConsoleToken = requestValue<string>("consoleToken");
export const ConsoleSession = requestValue<Session>("consoleSession");

export class Session {
  #id: string;
  #isNew: boolean;

  /** @param id the id that the browser has sent. */
  constructor(id: string | undefined) {
    this.#id = id ?? randomId();
    this.#isNew = id === undefined;
  }

  /** Goes on as the session of a principal, under another id: an earlier one may be known elsewhere. */
  signIn({ id }: Principal): void {
    this.signOut();
    owners.set(this.#id, id);
  }

  signOut(): void {
    owners.delete(this.#id);
    this.#id = randomId();
    this.#isNew = true;
  }

  get token(): string {
    return createHmac("sha256", KEY).update(this.#id).digest("base64url");
  }

  /** Value of the cookie; undefined if the browser has it. */
  get cookie(): string | undefined {
    return this.#isNew ? `${COOKIE}=${this.#id}` : undefined;
  }

  async principal(registry: Registry): Promise<Principal | undefined> {
    const owner = owners.get(this.#id);
    return owner === undefined ? undefined : ((await principalNow(owner, registry)) ?? undefined);
  }

  isToken(text: string): boolean {
    const [sent, wanted] = [Buffer.from(text), Buffer.from(this.token)];
    return sent.length === wanted.length && timingSafeEqual(sent, wanted);
  }
}

export const session = definePolicy({
  id: "console",
  guards: false,
  options: Options,
  needs: { runtime: Runtime },
  reads: { [TOKEN_HEADER]: { description: "The token of the page, for requests that change." } },
  writes: { "Set-Cookie": "The session of a browser at the console (RFC 6265, section 4.1)." },
  provides: { token: ConsoleToken, session: ConsoleSession },
  compile({ plugin, method, declaration: { asset } }, { use, languages, options: { scope } }) {
    if (plugin !== "console" || asset) return undefined;
    const changes = method !== "GET";
    return {
      async begin(call): Promise<Session> {
        const { registry } = use().runtime;
        const current = new Session(idIn(call.header("cookie"), COOKIE));
        if (scope === undefined) call.principal = operatorOf(registry);
        else call.principal ??= await current.principal(registry);
        return current;
      },
      admit(call, current) {
        // Without a cookie, a client at the listener for clients sends its credential by itself: no page can make it ask.
        if (scope !== undefined && call.header("cookie") === undefined) return undefined;
        const isOfPage = !changes || current.isToken(call.header(TOKEN_HEADER) ?? "");
        return (
          foreign(call) ??
          (isOfPage
            ? undefined
            : { code: "bad-request", detail: "The page is out of date. Load it again." })
        );
      },
      requires: changes && scope === undefined ? [TOKEN_HEADER] : [],
      reads: changes ? [TOKEN_HEADER] : [],
      provide: { token: (_call, { token }) => token, session: (_call, current) => current },
      fields: () => ({
        "Set-Cookie": (call, _reply, { cookie }) =>
          cookie &&
          `${cookie}; Path=/console; HttpOnly; SameSite=Strict${call.secure ? "; Secure" : ""}`,
      }),
      contributes: [
        {
          header: "Content-Security-Policy",
          // Errors at the listener for clients have it as all pages there.
          outcomes: scope === undefined ? ["ok", "error"] : ["ok"],
          value: (_call, { representation }) =>
            representation?.contentType.startsWith("text/html") === true
              ? CONTENT_SECURITY_POLICY
              : undefined,
        },
      ],
      errorForms: [
        {
          mediaType: "text/html",
          languages,
          // Pages for clients have a form of their own, which has no way to the page for signing in.
          preferred: scope !== undefined && !changes,
          write: (failure, call, language) => errorPage(failure, call, use().runtime, language),
        },
      ],
    };
  },
});

/** Refuses requests of pages elsewhere. */
function foreign(call: Call): Refusal | undefined {
  const site = call.header("sec-fetch-site") ?? "none";
  return site === "none" || site === "same-origin"
    ? undefined
    : { code: "bad-request", detail: `A page of another site asked for this (${site}).` };
}

function errorPage(
  { status, message, detail }: Failure,
  { path }: Call,
  { registry }: Runtime,
  language: string,
): string {
  const { signIn } = consoleMessages(registry, language);
  const canSignIn = registry.route("console.showSignIn") !== undefined && status === 401;
  const title = canSignIn ? signIn.title : titleOf(message, { registry, language });
  const said = detail ?? (canSignIn ? message : undefined);
  const content = html`<p>${said !== undefined && translate(said, registry, language)} <span class="tag">${status}</span></p>
${canSignIn && html`<p><a class="button" href="${SIGN_IN}">${signIn.button}</a></p>`}`;
  const from = { language, path: canSignIn ? SIGN_IN : path, values: { token: "" } };
  return frame({ title, content }, from, registry);
}

/** Returns the operator, who has all scopes that any route asks for: reaching the listener is the permission. */
const operatorOf = oncePerRegistry((registry): Principal => {
  const scopes = [...askedScopes(registry), ANY_PLAN];
  return { id: "console:operator", kind: "console", name: "operator", scopes };
});
