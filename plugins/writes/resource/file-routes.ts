/** The routes of the files of a resource, below the path of each item. */
import type { CacheDeclaration } from "waymark";
import { FileLink } from "./file-field.ts";
import type { Model } from "./model.ts";
import { capitalize, words } from "./texts.ts";

type FileVerb = "get" | "replace" | "remove";

/** Returns the ids of the routes of a file: `getBookingPhoto`, `replaceBookingPhoto`, `removeBookingPhoto`. */
export function fileIds(one: string, field: string): Readonly<Record<FileVerb, string>> {
  const name = `${capitalize(one)}${capitalize(field)}`;
  return { get: `get${name}`, replace: `replace${name}`, remove: `remove${name}` };
}

/** Keys that the routes of a resource have in common. */
interface Shared {
  readonly read: { readonly cache: CacheDeclaration };
  readonly write: object;
}

/** Returns the routes of all files by id. */
export function fileRoutesOf(
  { declaration: { name }, files, itemPath, table, codes }: Model,
  { read, write }: Shared,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([field, { types, maxBytes }]) => {
      const ids = fileIds(name.one, field);
      const path = `${itemPath}/${field}`;
      const what = `the ${words(field)} of one ${words(name.one)}`;
      const errors = ["resource-not-found", ...codes.rule];
      const shared = { ...write, path, idempotency: "natural" };
      return [
        [
          ids.get,
          {
            ...read,
            path,
            summary: `Read ${what}.`,
            bytes: { mediaTypes: types, streamed: true, ranges: true },
            absent: "until uploaded",
            statuses: [206],
            errors: ["resource-not-found", "range-not-satisfiable"],
          },
        ],
        [
          ids.replace,
          {
            ...shared,
            method: "PUT",
            summary: `Replace ${what}.`,
            content: { mediaTypes: types, maxBytes, table, field },
            returns: FileLink,
            statuses: [201],
            errors,
          },
        ],
        [
          ids.remove,
          { ...shared, method: "DELETE", summary: `Remove ${what}.`, empty: true, errors },
        ],
      ];
    }),
  );
}
