/** The parts of a form (RFC 7578), one after the other as they arrive. */
import { Readable } from "node:stream";
import {
  isFile,
  requiredParts,
  typesOf,
  type Part,
} from "../../../registry/contract/route/upload.ts";
import type { FieldError } from "../../../registry/contract/call/call.ts";
import { pointerOf } from "../../../registry/contract/call/field-errors.ts";
import { messageOf } from "../../../registry/schema/words.ts";
import { ClientLeft, counted, tooLarge } from "./collect-body.ts";
import { acceptPart } from "./input.ts";
import { Refused } from "../../host/support/refusal.ts";

/** Largest text, in bytes, and longest name of a part. */
const MAX_TEXT_BYTES = 65_536;
const MAX_NAME_BYTES = 200;

/** Characters at which file systems cut names, and that terminals obey. */
const CONTROL = /\p{Cc}/u;

type Parts = Readonly<Record<string, Part>>;

/** Ends the upload, and returns the first problem that it had. */
export type Fail = (error: Error) => Error;

interface Received {
  readonly name: string;
  readonly text?: string;
  readonly file?: Readable;
  readonly filename?: string | undefined;
  readonly mediaType?: string;
}

/** Yields the parts. Refuses a malformed form with 400, and parts that do not fit with 422. `fail` ends the upload. */
export async function* partsOf(
  body: Readable,
  contentType: string,
  declared: Parts,
  fail: Fail,
): AsyncGenerator<unknown, void, void> {
  try {
    const names = new Set<string>();
    const received = await parse(body, contentType, declared);
    for await (const part of received.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Received>) {
      const shape = Object.hasOwn(declared, part.name) ? declared[part.name] : undefined;
      if (shape === undefined || names.has(part.name))
        throw misfit(
          part.name,
          shape === undefined ? "The form has no such part." : "The part is there twice.",
        );
      names.add(part.name);
      yield accept(part, shape, fail);
      part.file?.resume(); // drops the rest that the handler left unread
    }
    const missing = requiredParts(declared).filter((name) => !names.has(name));
    if (missing.length > 0)
      throw unprocessable(missing.map((name) => entry(name, "The form lacks this part.")));
  } catch (error) {
    throw fail(error as Error); // an error of the form, or of the body
  }
}

function accept(
  { name, text = "", file, filename, mediaType = "" }: Received,
  shape: Part,
  fail: Fail,
): unknown {
  if (!isFile(shape)) return { name, value: acceptPart(shape, text, name) };
  const types = typesOf(shape);
  if (!types.includes(mediaType))
    throw new Refused({
      code: "unsupported-media-type",
      detail: `The part ${name} must be ${types.join(" or ")}; received ${mediaType || "no Content-Type"}.`,
    });
  if (CONTROL.test(filename ?? ""))
    throw misfit(name, "The name of the file has control characters.");
  return { name, filename, mediaType, bytes: within(file, fail, shape.maxBytes) };
}

async function* within(
  file: Readable | undefined,
  fail: Fail,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* counted(file?.iterator({ destroyOnReturn: false }) ?? [], maxBytes);
  } catch (error) {
    throw fail(known(error));
  }
}

/** Turns the parser's own errors, which are about the form, into refusals. */
function known(error: unknown): Error {
  return error instanceof Refused || error instanceof ClientLeft ? error : malformed(error);
}

function malformed(error: unknown): Refused {
  const detail = `The form cannot be read: ${messageOf(error)}.`;
  return new Refused({ code: "bad-request", detail });
}

/** Loads the parser on first use, because most servers take no forms. */
async function parse(body: Readable, contentType: string, declared: Parts): Promise<Readable> {
  const { Busboy } = await import("@fastify/busboy");
  const parts = new Readable({ objectMode: true, read() {} });
  parts.on("error", () => {}); // its reader receives it as well
  const most = Object.keys(declared).length + 1;
  let current: Readable | undefined;
  const end = (error: Error) => {
    current?.destroy(error);
    parts.destroy(error);
  };
  try {
    const parser = new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: (name) => {
        const part = Object.hasOwn(declared, name ?? "") ? declared[name ?? ""] : undefined;
        return part !== undefined && isFile(part);
      },
      limits: {
        parts: most,
        fieldSize: MAX_TEXT_BYTES,
        fieldNameSize: MAX_NAME_BYTES,
        headerPairs: 20,
        headerSize: 8192,
      },
    });
    parser.on("file", (name, file, filename, _encoding, mediaType) => {
      current = file;
      file.on("error", () => {}); // read from the file by the handler, if it reads it
      parts.push({ name, file, filename, mediaType: mediaType.toLowerCase() } satisfies Received);
    });
    parser.on("field", (name, text, isNameCut, isCut) => {
      if (isNameCut || isCut)
        return end(new Refused(tooLarge(isCut ? MAX_TEXT_BYTES : MAX_NAME_BYTES)));
      parts.push({ name, text } satisfies Received);
    });
    parser.on("partsLimit", () => end(malformed(`it has more than ${most - 1} parts`)));
    parser.on("error", (error) => end(malformed(error)));
    parser.on("finish", () => parts.push(null));
    body.on("error", end);
    body.once("close", () => {
      if (!body.readableEnded) end(new Error("the upload is over"));
    });
    body.pipe(parser);
  } catch (error) {
    end(malformed(error));
  }
  return parts;
}

function entry(name: string, detail: string): FieldError {
  return { detail, pointer: pointerOf([name]) };
}

function misfit(name: string, detail: string): Refused {
  return unprocessable([entry(name, detail)]);
}

function unprocessable(errors: readonly FieldError[]): Refused {
  return new Refused({ code: "unprocessable-content", errors });
}
