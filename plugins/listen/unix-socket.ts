/** Listening at a Unix socket: a file, which outlives a process that was killed. */
import { once } from "node:events";
import { chmod, lstat, unlink } from "node:fs/promises";
import { connect, type Server } from "node:net";
import { messageOf } from "waymark";
import { BootError } from "waymark/server";
import { setPeer, UNIX_PEER } from "./peer.ts";

/**
 * Rejects with a BootError when it cannot.
 *
 * @param mode permissions of the file, in octal.
 */
export async function listenAtSocket(server: Server, path: string, mode: string): Promise<void> {
  try {
    await listen(server, path, mode);
  } catch (error) {
    const hint =
      "choose a path in a folder that this process may write to, such as /run/waymark/, and that no other process uses";
    const message = messageOf(error);
    throw new BootError([{ code: "LISTEN_FAILED", where: path, message, hint }], { cause: error });
  }
}

async function listen(server: Server, path: string, mode: string): Promise<void> {
  await removeStale(path);
  // First, as others ask for the address.
  server.prependListener("connection", (peer) => setPeer(peer, UNIX_PEER));
  server.listen({ path });
  await once(server, "listening");
  await chmod(path, Number.parseInt(mode, 8));
}

async function removeStale(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return;
  if (!stats.isSocket()) throw new Error(`${path} exists and is not a socket`);
  if (await isInUse(path)) throw new Error(`another process listens at ${path}`);
  await unlink(path);
}

/** Checks that a process listens, as far as this one may know: the system refuses connections if none does. */
async function isInUse(path: string): Promise<boolean> {
  const socket = connect({ path });
  try {
    await once(socket, "connect");
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ECONNREFUSED"; // errors of sockets have codes
  } finally {
    socket.destroy();
  }
}
