/** An identity provider of the runner: its keys, and tokens for the load generator. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export interface Issuer {
  readonly url: string;
  /** Authorization's value, which counts for an hour. */
  readonly authorization: string;
  close(): void;
}

export async function startIssuer(audience: string): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const header = { alg: "ES256", kid: "bench", typ: "at+jwt" };
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), ...header }] });
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(keys);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // as it listens on a port
  const url = `http://localhost:${port}`;
  const token = await new SignJWT({ scope: "" })
    .setProtectedHeader(header)
    .setIssuer(url)
    .setSubject("bench")
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(privateKey);
  return { url, authorization: `Bearer ${token}`, close: () => void server.close() };
}
