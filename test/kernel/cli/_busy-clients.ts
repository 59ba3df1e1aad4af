/** Clients that send one request after another over connections that are kept alive, until the port is gone. */
import { connect, type Socket } from "node:net";

export interface Tally {
  answered: number;
  /** Answers that announced the end of their connection. */
  announced: number;
  /** Requests that were sent and not answered to the end. */
  lost: number;
}

/** Runs the clients. `until` resolves with their sums once every one of them was refused a connection. */
export function busyClients(url: string, clients: number): { readonly until: Promise<Tally> } {
  const tally: Tally = { answered: 0, announced: 0, lost: 0 };
  const until = Promise.all(Array.from({ length: clients }, () => client(new URL(url), tally)));
  return { until: until.then(() => tally) };
}

async function client({ hostname, port }: URL, tally: Tally): Promise<void> {
  for (;;) {
    const socket = await open(hostname, Number(port));
    if (socket === undefined) return;
    while (await exchange(socket, tally));
    socket.destroy();
  }
}

function open(hostname: string, port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, hostname, () => resolve(socket));
    socket.once("error", () => resolve(undefined));
  });
}

/** Sends one request. Returns whether the connection can take another one. */
function exchange(socket: Socket, tally: Tally): Promise<boolean> {
  return new Promise((resolve) => {
    let received = "";
    const end = (goesOn: boolean) => {
      socket.removeAllListeners().on("error", () => {});
      resolve(goesOn);
    };
    const lose = () => {
      tally.lost++;
      end(false);
    };
    if (socket.destroyed || socket.readableEnded) return resolve(false);
    socket.on("error", lose).on("end", lose).on("close", lose);
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
      const head = received.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1]);
      if (head === -1 || received.length < head + 4 + length) return;
      const closes = /\r\nconnection: close/i.test(received);
      tally.answered++;
      if (closes) tally.announced++;
      end(!closes);
    });
    socket.write("GET /api/ping HTTP/1.1\r\nHost: a\r\n\r\n");
  });
}
