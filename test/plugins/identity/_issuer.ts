/** An identity provider of our own: keys, tokens, and answers that a test decides. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from "jose";
import { onTestFinished } from "vitest";
import type { PluginSetting } from "waymark";
import type { TestServer, TestServerOptions } from "waymark/testing";
import { FEW, startNotes } from "./_setup.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

interface SignOptions {
  readonly kid?: string | undefined;
  readonly typ?: string | undefined;
  readonly header?: Readonly<Record<string, unknown>>;
}

const CONFIGURATION = "/.well-known/openid-configuration";
export const AUDIENCE = "https://api.example.com";

export class TestIssuer {
  /** Published keys. */
  jwks: { keys: JWK[] } = { keys: [] };
  /** Paths of all requests. */
  readonly requests: string[] = [];
  /** Replaces the answers of these paths. */
  readonly answers = new Map<string, Answer>();
  readonly #keys = new Map<string, CryptoKey>();
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #port = 0;

  /** Listens on a free port of loopback, with one key. Closed when the test ends. */
  static async start(): Promise<TestIssuer> {
    const issuer = new TestIssuer();
    await issuer.addKey("first");
    await issuer.listen();
    onTestFinished(() => issuer.stop());
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port; // of a TCP socket that listens
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async addKey(kid: string, { publish = true } = {}): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    this.#keys.set(kid, privateKey);
    if (publish) this.jwks.keys.push({ ...(await exportJWK(publicKey)), kid, use: "sig" });
  }

  withdraw(kid: string): void {
    this.jwks.keys = this.jwks.keys.filter((key) => key.kid !== kid);
  }

  /** The claims of a token that counts. `now` is in milliseconds. */
  claims(now = Date.now()): Record<string, unknown> {
    const seconds = Math.floor(now / 1000);
    return { iss: this.url, aud: AUDIENCE, sub: "ann", iat: seconds, exp: seconds + 300 };
  }

  /** Returns the Authorization header of a token. Claims that are undefined are left out. */
  async token(
    claims: Readonly<Record<string, unknown>> = {},
    { kid = "first", typ = "at+jwt", header = {} }: SignOptions = {},
  ): Promise<{ readonly authorization: string }> {
    const key = this.#keys.get(kid);
    if (key === undefined) throw new Error(`the issuer has no key ${kid}`);
    // The types of jose refuse wrong claims, which tests need.
    const payload = { ...this.claims(), ...claims } as Record<string, never>;
    const protectedHeader = { alg: "ES256", kid, typ, ...header };
    const token = await new SignJWT(payload).setProtectedHeader(protectedHeader).sign(key);
    return { authorization: `Bearer ${token}` };
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "";
    this.requests.push(path);
    const answer = this.answers.get(path);
    if (answer !== undefined) return answer(request, response);
    const body = { [CONFIGURATION]: this.#configuration, "/keys": this.jwks }[path];
    response.statusCode = body === undefined ? 404 : 200;
    response.end(JSON.stringify(body ?? {}));
  }

  get #configuration() {
    return { issuer: this.url, jwks_uri: `${this.url}/keys` };
  }
}

/** Starts the server of the notes with `oidc`. Failed attempts hardly count. */
export function startWith(
  issuers: readonly (PluginSetting & object)[],
  options: PluginSetting & object = {},
  { failures = 1000, ...further }: TestServerOptions & { readonly failures?: number } = {},
): Promise<TestServer> {
  const config = { plugins: { oidc: { issuers, ...options } } };
  return startNotes({ ...further, config }, { failures }, FEW);
}

/** Asks for notes that only known callers may read; returns the status, and the reader or the code of the error. */
export async function ask(
  server: TestServer,
  headers: Readonly<Record<string, string>>,
  path = "/api/known",
): Promise<readonly [status: number, result: string | undefined]> {
  const answer = await server.request(path, { headers });
  const body = (await answer.json()) as {
    readonly known?: readonly { readonly reader: string }[];
    readonly scoped?: readonly { readonly reader: string }[];
    readonly error?: { readonly code: string };
  };
  return [answer.status, (body.known ?? body.scoped)?.[0]?.reader ?? body.error?.code];
}
