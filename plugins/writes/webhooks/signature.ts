/** Signatures of deliveries (Standard Webhooks, symmetric). */
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function mintSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** Returns the headers of one attempt. During an overlap there is a signature for each secret. */
export function signedHeaders(
  message: string,
  timestampSeconds: number,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const content = `${message}.${timestampSeconds}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  });
  return {
    "webhook-id": message,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signatures.join(" "),
  };
}
