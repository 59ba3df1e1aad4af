/** Checks a database file before anything is written to it, and keeps it its owner's: a stricter umask or mode stays. */
import { messageOf } from "waymark";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from "node:fs";
import { statfs } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { isBusy, isUnopened } from "./errors.ts";
import { PAUSE_MS, retryWhileLocked } from "./lock.ts";

/** The first bytes of every SQLite database (https://www.sqlite.org/fileformat.html section 1.3). */
const HEADER = Buffer.from("SQLite format 3\0", "latin1");
const ELSEWHERE = 'set another "file" for the plugin "store"';

/**
 * Creates the folder of a new database. Throws on a file that is damaged or cannot be written, and leaves it unchanged,
 * byte for byte.
 */
export async function checkFile(path: string, signal: AbortSignal): Promise<void> {
  const folder = dirname(path);
  requireAccess(`the folder ${folder} of the database cannot be created and written`, () => {
    createFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK); // SQLite keeps further files beside the database
  });
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) return;
  if (!file.isFile()) throw new Error(`the database ${path} is not a file: ${ELSEWHERE}`);
  requireAccess(`the database file ${path} cannot be read and written`, () =>
    accessSync(path, constants.R_OK | constants.W_OK),
  );
  if (file.size === 0) return; // SQLite begins a new database in an empty file

  const start = firstBytes(path);
  if (!start.equals(HEADER)) {
    throw damagedFile(
      path,
      `it is not a SQLite database, it begins with ${JSON.stringify(start.toString("latin1"))}`,
    );
  }
  // An intact file can look damaged while another process writes to it, but not three times.
  for (let attempt = 1; ; attempt++) {
    const fault = await retryWhileLocked(path, () => findFault(path), signal);
    if (fault === undefined) return;
    if (attempt === 3) throw damagedFile(path, fault);
    await sleep(PAUSE_MS);
  }
}

/** Creates a folder without mkdir's recursion, which never ends where folders cannot be created, as under `/proc`. */
export function createFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(folder) !== folder) createFolder(dirname(folder));
  try {
    mkdirSync(folder, FOLDER_MODE);
  } catch (error) {
    // Another process may have created it meanwhile.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

function requireAccess(message: string, access: () => void): void {
  try {
    access();
  } catch (cause) {
    throw new Error(
      `${message} (${messageOf(cause)}): give this process the permission, or ${ELSEWHERE}`,
      { cause },
    );
  }
}

/** Rethrows why a file was not opened, with its name, which SQLite omits in a folder that takes no files, as `/sys`. */
export function nameFile(path: string): (error: unknown) => never {
  return (error) => {
    if (!isUnopened(error)) throw error;
    throw new Error(
      `the database file ${path} cannot be opened (${messageOf(error)}): ${ELSEWHERE}`,
      { cause: error },
    );
  };
}

function damagedFile(path: string, fault: string): Error {
  return new Error(
    `the database file ${path} is damaged: ${fault}. It was left as it is: restore it from a backup, ` +
      `move it away with its -wal and -shm files to start again, or ${ELSEWHERE}`,
  );
}

function firstBytes(path: string): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(HEADER.length);
    return bytes.subarray(0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the first fault that SQLite finds. Reads the whole file once, and writes nothing. */
function findFault(path: string): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = openToCheck(path);
    const answer = database.prepare("pragma quick_check(1)").get()?.["quick_check"];
    return answer === "ok" ? undefined : String(answer);
  } catch (error) {
    if (isBusy(error)) throw error;
    return messageOf(error);
  } finally {
    database?.close();
  }
}

/** Opens a file without changing it or the files beside it. */
export function openToCheck(path: string): DatabaseSync {
  const options = { timeout: 0 };
  // After a crash the journal has pages that the file lacks; only a writer can restore them.
  if (existsSync(`${path}-journal`)) return new DatabaseSync(path, options);
  if (existsSync(`${path}-wal`)) return new DatabaseSync(path, { ...options, readOnly: true });
  // Even a reader creates the two files of a WAL database, unless the file is opened as immutable.
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { ...options, readOnly: true });
}

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** SQLite keeps these beside a database, with its permissions when it creates them. */
const COMPANIONS = ["", "-wal", "-shm", "-journal"];

/** Creates an empty file, in which SQLite begins a database. One that is there stays. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", FILE_MODE));
  } catch {
    // It is there, and closing it would release this process's locks on it; or SQLite reports why it cannot be created.
  }
}

/** Makes a database, and its folder if nothing else is in it, readable by its owner alone. */
export function makePrivate(path: string): void {
  for (const suffix of COMPANIONS) restrict(path + suffix, FILE_MODE);
  const folder = dirname(path);
  const isOwn = readdirSync(folder).every((name) => name.startsWith(basename(path)));
  if (isOwn) restrict(folder, FOLDER_MODE);
}

/** Leaves files of another user, whose permissions are that user's business, and shared folders such as `/tmp`. */
function restrict(path: string, allowed: number): void {
  const { mode, uid } = statSync(path, { throwIfNoEntry: false }) ?? { mode: 0, uid: undefined };
  const permissions = mode & 0o7777;
  if (uid !== process.getuid?.() || (permissions & 0o1000) !== 0) return;
  if ((permissions & ~allowed) !== 0) chmodSync(path, permissions & allowed);
}

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

/** Removes the log of a file that has moved: SQLite leaves it, and would take it for the log of the file at this path. */
export function removeLog(path: string, { log }: Identity): void {
  if (log === undefined || inodeOf(`${path}-wal`) !== log) return;
  for (const suffix of ["-wal", "-shm"]) rmSync(path + suffix, { force: true });
}

/** Throws if the disk is full, before a write does. */
export async function requireSpace(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize < LEAST_SPACE_BYTES) throw new Error(`the disk of ${path} is full`);
}
