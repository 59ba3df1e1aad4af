import { tmpdir } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// The compiler and other programs in Go end before they would run out of memory: collecting it is half of their time.
process.env["GOGC"] ??= "off";
process.env["GOMEMLIMIT"] ??= "3GiB";

/** Tests that need a browser, processes, databases or minutes: everything that `npm test` leaves to `npm run test:all`. */
const SYSTEM = "test/**/*.system.test.ts";

/** The files that take longest. Vitest knows only their sizes where nothing has run before, as on CI. */
const LONGEST = [
  "guide",
  "nodes/check",
  "monitoring/alerts",
  "package/third-parties",
  "nodes/postgres",
  "package/new",
  "package/package",
  "tools/dev",
  "testing/plugin-test",
  "check/check",
  "runtimes/service",
  "nodes/cut-off",
  "browser/playground",
  "browser/pages",
  "histories/faults",
  "cli/start",
  "cli/reload",
  "browser/console",
  "bench/gate",
  "deletion",
  "bench/same",
  "store/laws",
  "browser/status",
  "cli/reload-mistakes",
  "console/nodes",
  "conformance/closure",
  "hostile/loop",
  "browser/views",
].map((name) => `/${name}.system.test.ts`);

/** Begins with what takes longest, and ends with the fast project: no worker is left alone with a long file. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (project.name === "fast") return LONGEST.length + 1;
      const index = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return index === -1 ? LONGEST.length : index;
    };
    const sorted = await super.sort(files); // oxlint-disable-line unicorn/no-array-sort -- not of an array
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    environment: "node",
    // Files run as they do in production: Node imports them and strips the types. Through Vite's
    // module runner, a plugin that a config file or a package imports natively would meet a second
    // copy of "waymark". The price is `vi.mock`; pass the other implementation in instead.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Modules are ours to share: none keeps state that a test would mind. A third of the time goes without it.
    isolate: false,
    // By default one core would stay free, which on two is half of them. More than all make tests of several nodes hang.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    // Scripts that tests start read modules that were compiled before, from where the command line keeps its own.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") },
    // Limits end what hangs. They say nothing of speed, so that a busy machine breaks no test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000, interval: 25 } },
    // A browser that ends may reset the pipe by which it was driven, when no test waits for it any more. No code of
    // ours reads from such a pipe, so every other unhandled error still fails the run.
    onUnhandledError: ({ message, stack }) =>
      !(message === "read ECONNRESET" && stack?.includes("Pipe.onStreamRead")),
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, SYSTEM],
        },
      },
      {
        extends: true,
        test: { name: "system", include: [SYSTEM] },
      },
      {
        extends: true,
        test: {
          name: "types",
          include: [],
          typecheck: {
            enabled: true,
            include: ["test/types/**/*.test-d.ts"],
            tsconfig: "test/types/tsconfig.json",
            // `npm run typecheck` reports those; here only what a type test says counts.
            ignoreSourceErrors: true,
          },
        },
      },
    ],
  },
});
