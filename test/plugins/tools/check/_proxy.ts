/** A service behind a proxy that tampers with what passes. */
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Plugin } from "waymark";
import type { WaymarkConfig } from "waymark";
import { createTestServer } from "waymark/testing";
import { boot } from "../../../../kernel/host/boot/boot.ts";
import { createClient } from "../../../../plugins/tools/shared/client.ts";
import type { Credentials } from "../../../../plugins/tools/shared/credentials.ts";
import type { Report } from "../../../../plugins/tools/shared/report.ts";
import type { RunOptions } from "../../../../plugins/tools/shared/run-options.ts";
import { runConformance } from "../../../../plugins/tools/shared/run.ts";

interface Asked {
  method: string;
  url: string;
  readonly headers: IncomingHttpHeaders;
}

interface Answered {
  readonly method: string;
  /** Path and query as asked. */
  readonly target: string;
  status: number;
  readonly headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Changes that the proxy makes to requests and answers; return values of the functions are ignored. */
export interface Tampering {
  readonly ask?: (ask: Asked) => unknown;
  readonly answer?: (answer: Answered) => unknown;
  /** Check it as a deployment that others use. Default: as a server of this check alone. */
  readonly shared?: boolean;
  readonly credentials?: Credentials;
  /** Config of the registry that the server is compared with. Default: the server's own. */
  readonly expected?: WaymarkConfig;
}

export async function checkThrough(
  plugins: readonly Plugin[],
  { ask, answer, shared = false, credentials, expected }: Tampering,
  options: RunOptions = {},
): Promise<Report> {
  const server = await createTestServer({
    plugins,
    config: {
      trustedProxies: ["127.0.0.1"],
      // Half of it is enough for a check, which would wait for more.
      plugins: plugins.some(({ id }) => id === "rate-limit")
        ? { "rate-limit": { limit: shared ? 100_000 : 60 } }
        : {},
    },
  });
  const input = { cwd: "/", env: {}, file: false, preset: plugins, testOptions: () => true };
  const compared = expected && (await boot({ ...input, overrides: expected }));
  compared?.listeningAt(server.origin);
  const { hostname, port } = new URL(server.origin);
  const proxy = createServer((incoming, outgoing) => {
    const method = incoming.method ?? "GET";
    const repeated = Object.entries(incoming.headersDistinct).filter(
      ([, values = []]) => values.length > 1,
    );
    const asked: Asked = {
      method,
      url: incoming.url ?? "/",
      headers: { ...incoming.headers, ...Object.fromEntries(repeated) },
    };
    ask?.(asked);
    const forward = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      (received) => {
        const chunks: Buffer[] = [];
        received.on("data", (chunk: Buffer) => chunks.push(chunk));
        received.on("end", () => {
          const { "transfer-encoding": _, connection: __, ...headers } = received.headers;
          const answered: Answered = {
            method,
            target: asked.url,
            status: received.statusCode ?? 0,
            headers,
            body: Buffer.concat(chunks),
          };
          answer?.(answered);
          if (method !== "HEAD" && answered.headers["content-length"] !== undefined)
            answered.headers["content-length"] = String(answered.body.byteLength);
          outgoing.sendDate = false;
          outgoing.writeHead(answered.status, answered.headers);
          outgoing.end(method === "HEAD" ? undefined : answered.body);
        });
      },
    );
    // The server may answer and close before the body is there.
    forward.on("error", () => outgoing.destroy());
    forward.flushHeaders();
    incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const client = createClient(origin);
  try {
    const target = { origin, exclusive: !shared, client, credentials };
    return await runConformance(compared?.registry ?? server.registry, target, options);
  } finally {
    client.close();
    proxy.close();
    proxy.closeAllConnections();
    await server.close();
  }
}
