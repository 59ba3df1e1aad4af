/** A connection whose bytes a test sends and reads one by one. */
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export interface RawConnection {
  readonly socket: Socket;
  /** Sends text, one byte for each character. */
  send(text: string): void;
  /** Resolves with all that was received once it fits; rejects when the connection ends before. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with all that was received when the connection has ended. */
  readonly ended: Promise<string>;
}

export function connectTo(origin: string): RawConnection {
  const { port, hostname } = new URL(origin);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let received = "";
  const waiting = new Set<() => void>();
  const look = () => waiting.forEach((one) => one());
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
    look();
  });
  const ended = new Promise<string>((resolve) => {
    socket.on("close", () => {
      resolve(received);
      look();
    });
  });
  return {
    socket,
    send: (text) => void socket.write(text, "latin1"),
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const one = () => {
          if (pattern.test(received)) resolve(received);
          else if (socket.destroyed) reject(new Error(`ended without ${pattern}: ${received}`));
          else return;
          waiting.delete(one);
        };
        waiting.add(one);
        one();
      }),
    ended,
  };
}

/** The status of each answer in what was received, in order. */
export function statuses(received: string): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
}
