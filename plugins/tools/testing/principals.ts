/** Callers that a test signs in. They exist in test servers alone. */
import { randomUUID } from "node:crypto";
import { definePlugin, definePolicy, type Plugin, type Principal } from "waymark";

/** A caller: only its id is needed. */
export type SignedIn = Pick<Principal, "id"> & Partial<Principal>;

const HEADER = "x-test-principal";

/** The principals of one server, and the plugin that identifies them by a secret of this process. */
export class Principals {
  readonly plugin: Plugin;
  readonly #bySecret = new Map<string, Principal>();
  readonly #byId = new Map<string, Principal>();

  constructor() {
    this.plugin = definePlugin({
      id: "test-principals",
      summary: "Identifies the callers that a test signs in.",
      policies: [
        definePolicy({
          id: "test-principals",
          reads: { [HEADER]: { description: "A caller that a test has signed in." } },
          identifies: {
            description: "A caller that a test has signed in.",
            scheme: { type: "apiKey", in: "header", name: "X-Test-Principal" },
            challenge: "Test",
            identify: (call) => this.#bySecret.get(call.header(HEADER) ?? ""),
            lookUp: (id) => this.#byId.get(id),
          },
          compile: () => ({}),
        }),
      ],
    }) as Plugin; // of any options
  }

  /** Signs a principal in, and returns a request's init with its credential added. */
  signIn(principal: SignedIn): (init?: RequestInit) => RequestInit {
    const { id } = principal;
    const known = { kind: "test-principals", name: id, scopes: [], ...principal };
    const secret = randomUUID();
    this.#bySecret.set(secret, known);
    this.#byId.set(id, known);
    return (init = {}) => {
      const headers = new Headers(init.headers);
      headers.set(HEADER, secret);
      return { ...init, headers };
    };
  }
}
