/** The handlers of the files of a resource. */
import type { FileContent, Files, Store } from "waymark/services";
import { dispositionOf } from "./file-field.ts";
import { fileIds } from "./file-routes.ts";
import type { Model } from "./model.ts";
import type { Call, ResourceRows, Row } from "./rows.ts";
import { words } from "./texts.ts";

type Handlers = Readonly<Record<string, (call: Call) => Promise<unknown>>>;

/** Content as the plugin `files` hands it to the handler. */
interface Arrived {
  readonly content: FileContent;
  readonly keep: () => void;
}

/** Returns the handlers of all files by route id. */
export function fileHandlersOf(
  model: Model,
  rows: ResourceRows,
  { store, files }: { readonly store: Store; readonly files?: Files | undefined },
): Handlers {
  if (files === undefined) return {};
  return Object.assign(
    {},
    ...Object.keys(model.files).map((field) => handlersOfFile(model, rows, field, store, files)),
  ) as Handlers;
}

function handlersOfFile(
  { declaration: { name }, files: fields, keyParam, table }: Model,
  rows: ResourceRows,
  field: string,
  store: Store,
  files: Files,
): Handlers {
  const ids = fileIds(name.one, field);
  files.follow({ table, field }, store.table(table).acrossOwners());
  const types = fields[field]?.types ?? [];
  const keyOf = ({ params }: Call) => params[keyParam] ?? "";
  const contentOf = (row: Row) => row[field] as FileContent | undefined; // as the column has it
  const existing = (call: Call, row: Row): FileContent =>
    contentOf(row) ??
    call.fail("resource-not-found", {
      detail: `This ${words(name.one)} has no ${words(field)}. PUT one at this path.`,
    });
  return {
    async [ids.get](call) {
      const { key, type, size, etag } = existing(call, await rows.existing(call, keyOf(call)));
      // A type that the field took once is served as before, if it still takes it.
      if (!types.includes(type))
        return call.fail("resource-not-found", {
          detail: `The ${words(field)} is of the type ${type}, which is not offered here.`,
        });
      return {
        etag,
        length: size,
        mediaType: type,
        disposition: dispositionOf(type),
        read: (range?: Parameters<Files["read"]>[1]) => files.read(key, range),
      };
    },
    async [ids.replace](call) {
      const before = await rows.existing(call, keyOf(call));
      const { content, keep } = call.upload as Arrived; // as the route's key asks for it
      const row = await rows.attach(call, keyOf(call), before, field, content);
      store.afterCommit(keep);
      if (contentOf(before) === undefined) call.status(201);
      return rows.present(call, row)[field];
    },
    async [ids.remove](call) {
      const before = await rows.existing(call, keyOf(call));
      existing(call, before);
      await rows.attach(call, keyOf(call), before, field, undefined);
    },
  };
}
