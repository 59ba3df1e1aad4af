import type { Layer, Settings } from "./message.ts";

/** Settings of a client that says who it is. */
export interface CredentialSettings<Scope extends string = string> extends Settings {
  /** Key or token of the caller, or a function that returns it for each request. Default: none. */
  readonly key?: string | (() => string | Promise<string>);
  /** Scopes of the key. A call that needs another one fails before it is sent. Default: not known. */
  readonly scopes?: readonly Scope[];
}

/** Returns the layer that sends the caller's key. `scheme` stands before it: `Bearer `. */
export function credential(header: string, scheme: string): Layer<CredentialSettings> {
  return (send, { settings: { key, scopes, baseUrl } }) => {
    const { origin } = new URL(baseUrl);
    return async (message) => {
      const { name, operation, url, headers } = message;
      const missing = operation.scopes?.filter((scope) => scopes?.includes(scope) === false) ?? [];
      if (missing.length > 0)
        throw new TypeError(`${name} needs scopes that the key lacks: ${missing.join(", ")}`);
      const secret = typeof key === "function" ? await key() : key;
      if (secret === undefined || url.origin !== origin) return send(message);
      return send({ ...message, headers: { [header]: scheme + secret, ...headers } });
    };
  };
}
