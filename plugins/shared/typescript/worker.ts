/** A thread that formats declarations: the library takes a third of a second to load, and ten milliseconds for a type. */
import { parentPort } from "node:worker_threads";
import { compile, type JSONSchema, type Options } from "json-schema-to-typescript";

/** A declaration to make. */
export interface Task {
  readonly id: number;
  readonly identifier: string;
  readonly schema: JSONSchema;
}

/** The text of a declaration, or why there is none. */
export type Outcome = { readonly id: number } & (
  | { readonly text: string }
  | { readonly error: Error }
);

const OPTIONS: Partial<Options> = {
  additionalProperties: false, // of an object with properties that leaves others open: reading them is a mistake
  bannerComment: "",
  style: { bracketSpacing: true, printWidth: 100 },
  // No reference is left to resolve; a `$ref` in a value is data.
  $refOptions: { resolve: { external: false }, dereference: { excludedPathMatcher: () => true } },
};

parentPort?.on("message", ({ id, identifier, schema }: Task) => {
  compile(schema, identifier, OPTIONS).then(
    (text) => report({ id, text: text.trim() }),
    (error: Error) => report({ id, error }),
  );
});

function report(outcome: Outcome): void {
  parentPort?.postMessage(outcome, []);
}
