/** A proxy before a service that fails as networks and busy services do, once for each fault. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The fate of a request: a status instead of an answer, no answer, a cut one, or a condition on an old state. */
type Fault = 429 | 503 | "cut" | "late" | "cut after an event" | "stale";

/** Faults of the first requests of an operation, in order; later ones pass. */
const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  "GET /api/brains": [429, 503, "cut"],
  "GET /api/time": ["late"],
  "GET /api/events": ["cut after an event"],
  "PATCH /api/offices/oslo": ["stale"],
};

export interface Proxy {
  readonly origin: string;
  /** Operations whose faults have not all happened. */
  left(): readonly string[];
  close(): void;
}

export async function faultyProxy(target: string): Promise<Proxy> {
  const due = new Map(Object.entries(FAULTS).map(([name, faults]) => [name, [...faults]]));
  const server = createServer((incoming, answer) => {
    const name = `${incoming.method} ${incoming.url?.split("?")[0]}`;
    const fault = due.get(name)?.shift();
    if (fault === "cut") incoming.socket.destroy();
    else if (fault === 429 || fault === 503) refuse(answer, fault);
    else if (fault !== "late") pass(incoming, answer, { target, fault });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    left: () => [...due].flatMap(([name, faults]) => (faults.length === 0 ? [] : name)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function refuse(answer: ServerResponse, status: number): void {
  answer.writeHead(status, {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Retry-After",
    "retry-after": "0",
  });
  answer.end();
}

function pass(
  incoming: IncomingMessage,
  answer: ServerResponse,
  { target, fault }: { readonly target: string; readonly fault: Fault | undefined },
): void {
  const headers = { ...incoming.headers, ...(fault === "stale" && { "if-match": '"old"' }) };
  const outgoing = request(`${target}${incoming.url}`, { method: incoming.method, headers });
  outgoing.on("error", () => answer.destroy());
  outgoing.on("response", (response) => {
    answer.writeHead(response.statusCode ?? 500, response.headers);
    response.on("data", (chunk: Buffer) => {
      answer.write(chunk);
      if (fault === "cut after an event" && chunk.includes("data:")) answer.destroy();
    });
    response.on("error", () => answer.destroy());
    response.on("end", () => answer.end());
    answer.on("close", () => response.destroy());
  });
  incoming.pipe(outgoing);
}
