/** Token of files, the content of resources, which is kept outside of the tables whose rows refer to it; and their backups. */
import { definePoint, service, type PluginTypes, type Registry } from "waymark";
import { opaque, type ByteRange } from "waymark/advanced";

import type { TableRows } from "./table-rows.ts";

declare module "waymark" {
  interface PluginKeys<C extends PluginTypes> {
    /** Imports the part of a backup that has what rows of tables refer to, if there is any. */
    readonly backup?: LoadBackup<C["options"]>;
  }
}

type LoadBackup<Options> = (
  options: Options,
  registry: Registry,
) => Promise<BackupPart | undefined>;

/** Data beside the tables that belongs into a backup. Each copy is in a folder beside the copy of the database. */
export interface BackupPart {
  /** The columns whose values refer to the data. */
  readonly columns: readonly FilePlace[];
  /** Copies what these values refer to, and returns a line about it. Throws if some of it is not there any more. */
  save(folder: string, values: Iterable<unknown>): Promise<string>;
  /** Restores it, beside the present content. */
  restore(folder: string, values: Iterable<unknown>): Promise<string>;
  /** Throws unless all of it is in the folder. */
  verify(folder: string, values: Iterable<unknown>): Promise<string>;
}

/** The column of a table whose values refer to content. */
export interface FilePlace {
  readonly table: string;
  readonly field: string;
}

/** The value of such a column: where the content is, and facts about it. */
export interface FileContent {
  /** The place of the content, with an identifier of its own: other bytes have another key. */
  readonly key: string;
  readonly type: string;
  /** Length in bytes. */
  readonly size: number;
  /** Strong entity tag, quoted. */
  readonly etag: string;
}

/** Keeps content. It is removed some time later unless a row at its place refers to it. */
export interface Files {
  /** Keeps bytes under a new key. Content that does not arrive whole is not kept. */
  add(place: FilePlace, type: string, bytes: AsyncIterable<Uint8Array>): Promise<FileContent>;
  /** Keeps the content that rows of this plugin's table refer to: content without a row is swept from then on. */
  follow(place: FilePlace, rows: Pick<TableRows, "list">): void;
  /** Reads all bytes, or a part. */
  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Removes content that rows do not refer to. Errors are logged, and the content is removed later. */
  discard(key: string): void;
}
export const Files = service<Files>("files");

/** The parts of a backup beside the database, which `waymark store` opens. */
export const Backups = definePoint({
  id: "backup",
  noun: "part of a backup",
  reader: "store",
  form: "value",
  schema: opaque<LoadBackup<never>>("a function", (value) => typeof value === "function"),
  seal: (entries, registry) =>
    entries.map(
      ({ options, value }) =>
        () =>
          value(options, registry),
    ),
});
