/** Leaves a data file that was deleted or replaced while it was open, so that the file at its path can be opened. */
import { linkSync, renameSync, rmSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Connection } from "./connection.ts";
import { createFolder, createPrivateFile } from "./file.ts";

/** Free bytes below which a write may fail: some pages of the write-ahead log. */
const LEAST_SPACE_BYTES = 64 * 1024;

/** Database file and its write-ahead log, by device and inode; undefined if there is none. */
export interface Identity {
  readonly file: string | undefined;
  readonly log: string | undefined;
}

export function identityOf(path: string): Identity {
  return { file: inodeOf(path), log: inodeOf(`${path}-wal`) };
}

export function isSame(one: Identity, other: Identity): boolean {
  return one.file === other.file && one.log === other.log;
}

function inodeOf(path: string): string | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  return file && `${file.dev}:${file.ino}`;
}

/** Writes the data of a deleted file to its path again, and closes the connection. When that fails, it stays open. */
export function restoreDeleted(connection: Connection, path: string, was: Identity): void {
  createFolder(dirname(path));
  const copy = `${path}.${process.pid}.restored`;
  rmSync(copy, { force: true });
  createPrivateFile(copy);
  try {
    connection.copyTo(copy);
    closeWithLog(connection, path, was);
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
  try {
    linkSync(copy, path); // unlike a rename, it keeps what another process has restored
    rmSync(copy);
  } catch {
    if (inodeOf(path) !== undefined) rmSync(copy, { force: true });
    else renameSync(copy, path);
  }
}

/** Brings what is left in the log into the file that was open, wherever it is now, and closes the connection. */
export function leaveReplaced(connection: Connection, path: string, was: Identity): void {
  try {
    connection.checkpoint();
  } finally {
    closeWithLog(connection, path, was);
  }
}

/** SQLite leaves the log of a file that has moved, and would then take it for the log of the file at this path. */
function closeWithLog(connection: Connection, path: string, { log }: Identity): void {
  connection.close();
  if (log === undefined || inodeOf(`${path}-wal`) !== log) return;
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
}

/** Throws if the disk is full, before a write does. */
export async function requireSpace(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < LEAST_SPACE_BYTES) throw new Error(`the disk of ${path} is full`);
}
