import { n as UNIX_PEER } from "../../chunks/client.js";
import { n as setPeer } from "../../chunks/peer.js";
import { connect } from "node:net";
import { chmod, lstat, unlink } from "node:fs/promises";
import { once } from "node:events";
// kernel/http/unix-socket.ts
/** Listening at a Unix socket: a file, which outlives a process that was killed. */
/** @param mode permissions of the file, in octal. */
async function listenAtSocket(server, path, mode) {
	await removeStale(path);
	server.prependListener("connection", (peer) => setPeer(peer, UNIX_PEER));
	server.listen({ path });
	await once(server, "listening");
	await chmod(path, Number.parseInt(mode, 8));
}
async function removeStale(path) {
	const stats = await lstat(path).catch(() => void 0);
	if (stats === void 0) return;
	if (!stats.isSocket()) throw new Error(`${path} exists and is not a socket`);
	if (await isInUse(path)) throw new Error(`another process listens at ${path}`);
	await unlink(path);
}
/** Whether a process listens, as far as this one may know: the system refuses connections where none does. */
async function isInUse(path) {
	const socket = connect({ path });
	try {
		await once(socket, "connect");
		return true;
	} catch (error) {
		return error.code !== "ECONNREFUSED";
	} finally {
		socket.destroy();
	}
}
export { listenAtSocket };

//# sourceMappingURL=unix-socket.js.map