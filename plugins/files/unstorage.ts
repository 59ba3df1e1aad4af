/** Content in what a driver of unstorage reaches, such as S3. Its items are whole in memory, within the limit of the field. */
import { messageOf } from "waymark";
import type { Driver } from "./folder.ts";

type CreateDriver = (settings: object) => never;

/** @param module exports a driver: `unstorage/drivers/s3`. */
export async function openStorage(module: string, settings: object): Promise<Driver> {
  const [{ createStorage }, { default: createDriver }] = await load(module);
  const storage = createStorage({ driver: createDriver(settings) });
  return {
    async write(key, bytes) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      await storage.setItemRaw(key, Buffer.concat(chunks));
    },
    async *read(key, range) {
      const item = await storage.getItemRaw<ArrayBuffer>(key);
      if (item === null) throw new Error(`there is no content ${key}`);
      const bytes = new Uint8Array(item);
      yield range === undefined ? bytes : bytes.subarray(range.first, range.last + 1);
    },
    size: async (key) => (await storage.getItemRaw<ArrayBuffer>(key))?.byteLength,
    remove: (key) => storage.removeItem(key),
    async *keys(place) {
      for (const key of await storage.getKeys(place)) yield key.replaceAll(":", "/");
    },
    close: () => storage.dispose(),
  };
}

async function load(module: string) {
  try {
    return await Promise.all([
      import("unstorage"),
      import(module) as Promise<{ default: CreateDriver }>,
    ]);
  } catch (error) {
    throw new Error(
      `the driver ${module} cannot be loaded: ${messageOf(error)}\n  hint: npm install unstorage, and what the driver needs, such as aws4fetch for S3`,
      { cause: error },
    );
  }
}
