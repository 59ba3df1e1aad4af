/** Content in backups: copied beside the file of the database, as its rows refer to it. */
import type { Registry } from "waymark";
import type { BackupPart, FileContent } from "waymark/services";
import { openDriver, placesOf, type Options } from "./contents.ts";
import { openFolder, type Driver } from "./folder.ts";

/** Returns the part of a backup that has the content; undefined if no row refers to any. */
export function backupOf(options: Options, registry: Registry): BackupPart | undefined {
  const columns = placesOf(registry);
  if (columns.length === 0) return undefined;
  const using = async (
    folder: string,
    work: (kept: Driver, copy: Driver) => Promise<number>,
  ): Promise<string> => {
    const kept = await openDriver(options);
    const count = await work(kept, await openFolder(folder)).finally(() => kept.close());
    return `${folder}: ${count} ${count === 1 ? "file" : "files"}`;
  };
  return {
    columns,
    save: (folder, values) => using(folder, (kept, copy) => transfer(kept, copy, values)),
    restore: (folder, values) => using(folder, (kept, copy) => transfer(copy, kept, values)),
    verify: (folder, values) =>
      using(folder, async (_kept, copy) => {
        let count = 0;
        for (const content of contents(values)) {
          if ((await copy.size(content.key)) !== content.size)
            throw new Error(`${folder} lacks the file ${content.key}, or has a part of it`);
          count += 1;
        }
        return count;
      }),
  };
}

/** Copies missing content. Throws if the source lacks it. */
async function transfer(from: Driver, to: Driver, values: Iterable<unknown>): Promise<number> {
  let count = 0;
  for (const { key, size } of contents(values)) {
    count += 1;
    if ((await to.size(key)) === size) continue;
    await to.remove(key); // a part, as a copy that was cut off leaves it
    await to.write(key, from.read(key));
  }
  return count;
}

/** The values of the columns, as the resources wrote them. */
function contents(values: Iterable<unknown>): Iterable<FileContent> {
  return values as Iterable<FileContent>;
}
