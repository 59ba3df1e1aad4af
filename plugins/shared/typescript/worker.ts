/** A thread that formats declarations: the library takes a third of a second to load, and ten milliseconds for a type. */
import { compile, type JSONSchema, type Options } from "json-schema-to-typescript";
import { answerTasks } from "../thread.ts";

/** A declaration to make. */
export interface Task {
  readonly identifier: string;
  readonly schema: JSONSchema;
}

const OPTIONS: Partial<Options> = {
  additionalProperties: false, // of an object with properties that leaves others open: reading them is a mistake
  bannerComment: "",
  style: { bracketSpacing: true, printWidth: 100 },
  // No reference is left to resolve; a `$ref` in a value is data.
  $refOptions: { resolve: { external: false }, dereference: { excludedPathMatcher: () => true } },
};

answerTasks(async ({ identifier, schema }: Task) =>
  (await compile(schema, identifier, OPTIONS)).trim(),
);
