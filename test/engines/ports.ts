/** Ports for servers that cannot listen at one of the system's choice. */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Range below the ephemeral ports, so that a server that is down for a while finds its port free. */
const [FIRST, LAST] = [10_000, 32_000];

export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return freePort();
  }
  server.close();
  await once(server, "close");
  return port;
}
