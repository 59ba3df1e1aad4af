/** Content in a folder of the file system, streamed both ways. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, opendir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ByteRange } from "waymark/advanced";

/** A place for content. Keys have the form `table/field/id`. */
export interface Driver {
  /** Writes new content, which survives a crash of the machine once the promise resolves. */
  write(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  read(key: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Returns the length of content in bytes; undefined if there is none. */
  size(key: string): Promise<number | undefined>;
  /** Removes content, if there is any. */
  remove(key: string): Promise<void>;
  /** Lists keys below `table/field`. */
  keys(place: string): AsyncIterable<string>;
  close(): Promise<void>;
}

/** Opens the folder, which is created. */
export async function openFolder(root: string): Promise<Driver> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  return {
    async write(key, bytes) {
      const path = join(root, key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(bytes, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
      const folder = await open(dirname(path), "r");
      await folder.sync().finally(() => folder.close()); // the name of the file
    },
    read: (key, range) =>
      createReadStream(join(root, key), range && { start: range.first, end: range.last }),
    size: (key) =>
      stat(join(root, key)).then(
        ({ size }) => size,
        () => undefined,
      ),
    remove: (key) => rm(join(root, key), { force: true }),
    async *keys(place) {
      try {
        for await (const { name } of await opendir(join(root, place))) yield `${place}/${name}`;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error; // else nothing was kept yet
      }
    },
    close: async () => {},
  };
}
