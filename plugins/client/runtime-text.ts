/** The source of the runtime, as text for a client of one file. */
import { readFileSync } from "node:fs";

/** Files of the runtime, each after those that it imports. */
const FILES =
  "message errors transport credential conditions idempotency cache retries pacing deprecation breaker lists selection links events client".split(
    " ",
  );
/** Files of every client. */
const ALWAYS: ReadonlySet<string> = new Set(["message", "errors", "transport", "client"]);

/** The package has the sources as texts, because compilers would take a `.ts` beside declarations for a module. */
const ENDING = import.meta.url.endsWith(".ts") ? ".ts" : ".ts.txt";

/** Returns the source of the files that a client needs, without what only concerns it as modules of their own. */
export function runtimeText(needed: readonly string[]): string {
  return FILES.filter((name) => ALWAYS.has(name) || needed.includes(name))
    .map((name) => new URL(`./runtime/${name}${ENDING}`, import.meta.url))
    .map((file) => withoutModules(readFileSync(file, "utf8")))
    .join("\n");
}

function withoutModules(source: string): string {
  return source
    .replaceAll(/^import [^;]+;\n+/gm, "")
    .replaceAll(/^ *\/\/ oxlint-disable.*\n/gm, "");
}

/** Types of the language and of the web that the text names: a type of the service with such a name gets another one. */
const GLOBALS =
  "AbortSignal AsyncGenerator AsyncIterable Blob FormData Headers Omit Pick Promise PropertyKey ReadableStream Readonly Record RequestInit Response ReturnType URL";

/**
 * Names that no type of the service may have in a client. Those of parts that are left out are among them, so that types
 * have the same names in every client.
 */
export function reservedNames(): ReadonlySet<string> {
  const declared = runtimeText(FILES).matchAll(
    /^(?:export )?(?:class|interface|type|function|const) (\w+)/gm,
  );
  const own = ["Client", "ClientSettings", "Field", "Scope"];
  return new Set([...GLOBALS.split(" "), ...own, ...[...declared].map(([, name = ""]) => name)]);
}
