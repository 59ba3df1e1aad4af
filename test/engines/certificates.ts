/** Certificates for the engines, by an authority that no system knows. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { whereIs } from "../_programs.ts";
import { unprivilegedUser } from "./guard.ts";

/** Paths of PEM files. */
export interface Certificates {
  readonly authority: string;
  /** A certificate of the authority for the address 127.0.0.1, and for no name. */
  readonly certificate: string;
  /** The only one who may read it is the user that engines run as. */
  readonly key: string;
}

/** Returns certificates that are there until the test has finished. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), "waymark-certificates-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const path = (name: string) => join(folder, name);
  const make = (name: string, subject: string, ...more: readonly string[]) => {
    const kind = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2";
    const files = ["-keyout", path(`${name}.key`), "-out", path(`${name}.pem`)];
    const args = [...kind.split(" "), ...files, "-subj", subject, ...more];
    execFileSync(whereIs("openssl"), args, { stdio: "pipe" });
  };
  make("authority", "/CN=Authority of a test");
  const issuer = ["-CA", path("authority.pem"), "-CAkey", path("authority.key")];
  const extensions = ["subjectAltName=IP:127.0.0.1", "basicConstraints=critical,CA:FALSE"];
  make("server", "/CN=server", ...issuer, ...extensions.flatMap((one) => ["-addext", one]));
  const user = unprivilegedUser();
  if (user !== undefined) chownSync(path("server.key"), user.uid, user.gid);
  chmodSync(path("server.key"), 0o600);
  return {
    authority: path("authority.pem"),
    certificate: path("server.pem"),
    key: path("server.key"),
  };
}
