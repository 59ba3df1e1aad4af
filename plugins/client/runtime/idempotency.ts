import type { CallOptions, Layer } from "./message.ts";

/** Options of writes that are made once for each key. */
export interface KeyOptions extends CallOptions {
  /** Key of the write, for a program that repeats it by itself. Default: another one for each call. */
  readonly idempotencyKey?: string;
}

/** Returns the layer that gives writes a key, under which they are repeated safely. */
export function idempotencyKeys(header: string): Layer {
  return (send) => (message) => {
    if (message.operation.keyed !== true) return send(message);
    const { idempotencyKey = crypto.randomUUID() } = message.options;
    const headers = { ...message.headers, [header]: JSON.stringify(idempotencyKey) };
    return send({ ...message, headers });
  };
}
