import { createHmac } from "node:crypto";

/** Returns the end of a client's key in Redis, which does not show its address. */
export function clientKey(secret: string, name: string, client: string): string {
  const hmac = createHmac("sha256", secret).update(`${name} ${client}`);
  return hmac.digest("base64url").slice(0, 22);
}
