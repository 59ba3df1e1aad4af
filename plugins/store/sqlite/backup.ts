/** Copies of a database file: made while it is used, verified, and put in its place. Each appears whole or not at all. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { messageOf } from "waymark";
import { METADATA_TABLE } from "../table-metadata.ts";
import { isBusy, isDamage, isFailure } from "./errors.ts";
import { createFolder, createPrivateFile, makePrivate, openToCheck } from "./file.ts";
import { retryWhileLocked } from "./lock.ts";

const LOGS = ["-wal", "-shm", "-journal"];

const HINT = '  hint: name a file that "waymark store backup" wrote';

export interface Verified {
  readonly bytes: number;
  readonly tables: number;
  readonly rows: number;
}

/** Reads all of a file, and changes nothing. Throws unless it is an intact database of a service. */
export async function verifyFile(path: string): Promise<Verified> {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) throw new Error(`the file ${path} does not exist\n${HINT}`);
  const fault = (reason: string, cause?: unknown) =>
    new Error(`${path} cannot be used: ${reason}\n${HINT}`, { cause });
  let database: DatabaseSync | undefined;
  try {
    const open = (database = openToCheck(path));
    return await retryWhileLocked(path, () => {
      const check = open.prepare("pragma integrity_check(1)").get()?.["integrity_check"];
      if (check !== "ok") throw fault(`it is damaged: ${String(check)}`);
      const names = open
        .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
        .all()
        .map(({ name }) => String(name));
      if (!names.includes(METADATA_TABLE))
        throw fault(`it has no table ${METADATA_TABLE}, so that no service made it`);
      const tables = names.filter((name) => name !== METADATA_TABLE);
      const counts = tables.map((name) =>
        Number(open.prepare(`select count(*) as n from "${name}"`).get()?.["n"]),
      );
      return { bytes, tables: tables.length, rows: counts.reduce((sum, n) => sum + n, 0) };
    });
  } catch (error) {
    throw isFailure(error) ? fault(messageOf(error), error) : error;
  } finally {
    database?.close();
  }
}

/** Returns the values of columns of JSON. Skips columns that a file from before them lacks. */
export function valuesIn(
  path: string,
  columns: readonly { readonly table: string; readonly field: string }[],
): readonly unknown[] {
  const database = openToCheck(path);
  try {
    return columns.flatMap(({ table, field }) => {
      const names = database.prepare(`select name from pragma_table_info(?)`).all(table);
      if (!names.some(({ name }) => name === field)) return [];
      return database
        .prepare(`select "${field}" as value from "${table}" where "${field}" is not null`)
        .all()
        .map(({ value }): unknown => JSON.parse(String(value)));
    });
  } finally {
    database.close();
  }
}

/** Writes the state of one moment to `to`, while others go on writing to `from`. */
export async function backUp(from: string, to: string, force: boolean): Promise<Verified> {
  if (!existsSync(from)) throw new Error(`the file ${from} does not exist`);
  if (isSameFile(from, to)) throw new Error(`${to} is the file of the service`);
  if (!existsSync(dirname(to))) throw new Error(`the folder ${dirname(to)} does not exist`);
  const exists = () =>
    new Error(`${to} exists already\n  hint: write --force to replace it, or another name`);
  if (!force && existsSync(to)) throw exists();
  // Not as a reader that knows of no writers, since a service may start meanwhile.
  const open = () => new DatabaseSync(from, { timeout: 0 });
  return withCopy(from, to, open, (copy) => {
    if (force) return renameSync(copy, to);
    try {
      linkSync(copy, to); // unlike a rename, it keeps what has appeared there meanwhile
    } catch {
      if (existsSync(to)) throw exists();
      renameSync(copy, to); // the file system has no links
    }
  });
}

/**
 * Puts a backup in the place of the file at `to`, which stays beside it. Throws while another process has that open.
 *
 * @returns the backup, and where the former file is, if there was one.
 */
export async function restore(
  from: string,
  to: string,
): Promise<Verified & { readonly former: string | undefined }> {
  if (isSameFile(from, to)) throw new Error(`${from} is the file of the service`);
  await verifyFile(from);
  createFolder(dirname(to));
  const former = join(
    dirname(to),
    `${basename(to)}.${new Date().toISOString().replaceAll(/[:.]/g, "-")}`,
  );
  const present = existsSync(to);
  const open = () => openToCheck(from);
  const copied = await withCopy(from, to, open, async (copy) => {
    const unlock = present ? await lockAlone(to) : undefined;
    try {
      if (present) makePrivate(to);
      // A log that is left over would be read into the restored data.
      for (const suffix of LOGS)
        if (existsSync(to + suffix)) renameSync(to + suffix, former + suffix);
      if (present) keepAs(to, former);
      renameSync(copy, to);
    } finally {
      unlock?.();
    }
  });
  return { ...copied, former: present ? former : undefined };
}

/** Verifies a copy of `from` in the folder of `to` before it is put in its place, and leaves no copy behind. */
async function withCopy(
  from: string,
  to: string,
  open: () => DatabaseSync,
  place: (copy: string) => void | Promise<void>,
): Promise<Verified> {
  removeLeftovers(to);
  const copy = `${to}.${process.pid}.part`;
  rmSync(copy, { force: true });
  createPrivateFile(copy);
  try {
    const source = open();
    try {
      await retryWhileLocked(from, () => source.prepare("vacuum into ?").run(copy));
    } finally {
      source.close();
    }
    const verified = await verifyFile(copy);
    flush(copy);
    await place(copy);
    flush(dirname(to));
    return verified;
  } finally {
    rmSync(copy, { force: true });
  }
}

/** Copies of processes that were killed. */
function removeLeftovers(to: string): void {
  for (const name of readdirSync(dirname(to))) {
    if (!name.startsWith(`${basename(to)}.`)) continue;
    const [, pid] = /^\.(\d+)\.part(?:-journal)?$/.exec(name.slice(basename(to).length)) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(dirname(to), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // One of another user may not be signalled. Signals throw nothing but errors of the system.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Locks out all other processes, until the returned function is called. A damaged file cannot be in use. */
async function lockAlone(path: string): Promise<() => void> {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // Leaving the write-ahead log succeeds only for a connection that is alone, and brings the log into the file.
    database.exec("pragma journal_mode = delete; begin exclusive");
    const mode = database.prepare("pragma journal_mode").get()?.["journal_mode"];
    if (mode !== "delete") throw new Error(`it stays in the mode ${String(mode)}`);
    return () => database.close();
  } catch (cause) {
    if (isDamage(cause)) return () => database.close();
    database.close();
    throw new Error(
      isBusy(cause)
        ? `${path} is in use by another process\n  hint: stop the service, restore, and start it again`
        : `${path} cannot be locked: ${messageOf(cause)}`,
      { cause },
    );
  }
}

/** The file stays at its path, too, so that there is one at every moment. */
function keepAs(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    copyFileSync(path, name); // the file system has no links
    flush(name);
  }
}

function flush(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isSameFile(one: string, other: string): boolean {
  if (!existsSync(one) || !existsSync(other)) return one === other;
  return realpathSync(one) === realpathSync(other);
}
