/** Certificates of tests, for localhost. */
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { folderOf } from "../../_folder.ts";

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
  /** Puts a new certificate in place, or only its key. It is valid for two days by default. */
  renew(parts?: readonly ("cert" | "key")[], days?: number): void;
  read(): string;
}

export function makeCertificate(validDays = 2): CertificateFiles {
  const folder = folderOf();
  const files = { cert: join(folder, "tls.crt"), key: join(folder, "tls.key") };
  const renew = (parts: readonly ("cert" | "key")[] = ["cert", "key"], days = 2) => {
    const next = { cert: join(folder, "next.crt"), key: join(folder, "next.key") };
    const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days ${days} -subj /CN=localhost`;
    const names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
    const made = spawnSync("openssl", [
      ...args.split(" "),
      ...names,
      "-out",
      next.cert,
      "-keyout",
      next.key,
    ]);
    if (made.status !== 0) throw new Error(`openssl failed: ${String(made.stderr)}`);
    for (const part of parts) copyFileSync(next[part], files[part]);
  };
  renew(undefined, validDays);
  return { ...files, renew, read: () => readFileSync(files.cert, "utf8") };
}
