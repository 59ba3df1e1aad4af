/** A small disk of its own, for tests that fill it. */
import { execFileSync } from "node:child_process";
import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, type TestContext } from "vitest";
import { folderOf } from "./_folder.ts";

/** Mounts a disk of this size for the test, which is skipped where that is not permitted. Returns its folder. */
export function smallDisk({ skip }: TestContext, kibibytes: number): string {
  const folder = folderOf();
  try {
    const size = `size=${kibibytes}k`;
    execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    skip("this user may not mount a disk");
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  return folder;
}

/** Fills the disk of this folder, but for a share of it, and returns a function that frees it again. */
export function fill(folder: string, left = 0): () => void {
  const file = join(folder, "filler");
  const { bavail, blocks, bsize } = statfsSync(folder);
  writeFileSync(file, Buffer.alloc((bavail - Math.ceil(left * blocks)) * bsize));
  return () => rmSync(file);
}
