/** Connection that sends a request as soon as the last is answered, and records how long each answer took. */
import { once } from "node:events";
import { connect } from "node:net";
import { AnswerReader } from "./answer-reader.ts";

export interface Prober {
  /** Asks until this is over; milliseconds of each answer, the last one included. */
  during(work: Promise<unknown>): Promise<readonly number[]>;
  close(): void;
}

export async function connectProber(port: number, path: string): Promise<Prober> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  let answered: (status: number) => void = () => {};
  const reader = new AnswerReader((status) => answered(status));
  socket.on("data", (chunk: Buffer) => reader.read(chunk));
  const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`;

  async function askOnce(): Promise<number> {
    const since = performance.now();
    const status = await new Promise<number>((resolve, reject) => {
      answered = resolve;
      socket.once("close", () => reject(new Error("the connection was closed")));
      socket.write(request);
    });
    socket.removeAllListeners("close");
    if (status !== 200) throw new Error(`${path} gave ${status}`);
    return performance.now() - since;
  }

  return {
    async during(work) {
      const state = { over: false };
      const ended = work.finally(() => (state.over = true));
      const took: number[] = [];
      while (!state.over) took.push(await askOnce());
      await ended;
      return took;
    },
    close: () => socket.destroy(),
  };
}
