/** Programs of other makers that tests use. On our own machines a test does without; CI installs them and skips nothing. */
import { execFile, spawnSync } from "node:child_process";
import { beforeEach } from "vitest";

/** Debian packages by the command that each brings. */
const PACKAGES = {
  chromium: "chromium-headless-shell",
  haproxy: "haproxy",
  java: "default-jre-headless",
  postgres: "postgresql",
  promtool: "prometheus",
  openssl: "openssl",
  "redis-server": "redis-server",
  "systemd-analyze": "systemd",
  xmllint: "libxml2-utils",
} as const;

export type Program = keyof typeof PACKAGES;

/** Folders of programs beside the `PATH`: Debian keeps several versions of PostgreSQL side by side. */
const FOLDERS = "$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -rV | tr '\\n' ':')/usr/sbin";

const found = new Map<Program, string>();

/**
 * Returns the path of a program, or "" if it is not installed. `CHROMIUM` in the environment names another Chromium.
 * Without it, the one that has no window comes first, which spends two thirds of the processor time on the same pages.
 */
export function whereIs(program: Program): string {
  const names =
    program === "chromium"
      ? [process.env["CHROMIUM"] ?? "chromium-headless-shell", program]
      : [program];
  const look = `PATH="$PATH:${FOLDERS}"; for name; do command -v "$name" && break; done`;
  const path =
    found.get(program) ??
    spawnSync("sh", ["-c", look, "sh", ...names], { encoding: "utf8" }).stdout?.trim() ??
    "";
  found.set(program, path);
  return path;
}

/** Checks that tests are to use a program: it is installed, or has to be, as in CI. */
export function isDue(program: Program): boolean {
  return whereIs(program) !== "" || process.env["CI"] !== undefined;
}

/** Skips the tests of a file or suite where a program is missing, and says how to get it. */
export function needs(...programs: readonly Program[]): void {
  const missing = programs.filter((program) => !isDue(program));
  const packages = missing.map((program) => PACKAGES[program]).join(" ");
  beforeEach(({ skip }) =>
    skip(missing.length > 0, `needs ${missing.join(" and ")} (apt install ${packages})`),
  );
}

export interface Ended {
  /** The exit code. */
  readonly code: number;
  /** The text that it printed, errors last. */
  readonly output: string;
}

/** Runs a program to its end. */
export function run(program: Program, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== "number") reject(error);
      else resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` });
    });
  });
}
