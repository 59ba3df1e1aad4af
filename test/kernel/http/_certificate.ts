/** Certificates of tests, for localhost. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
  /** Puts a new certificate in place, or only its key. */
  renew(parts?: readonly ("cert" | "key")[]): void;
  read(): string;
}

export function makeCertificate(): CertificateFiles {
  const folder = mkdtempSync(join(tmpdir(), "waymark-tls-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = { cert: join(folder, "tls.crt"), key: join(folder, "tls.key") };
  const renew = (parts: readonly ("cert" | "key")[] = ["cert", "key"]) => {
    const next = { cert: join(folder, "next.crt"), key: join(folder, "next.key") };
    const args =
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
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
  renew();
  return { ...files, renew, read: () => readFileSync(files.cert, "utf8") };
}
