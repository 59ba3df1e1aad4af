/** The parts of a form (RFC 7578), one after the other as they arrive. */
import { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
import { messageOf, type FieldError, type Refusal, type Schema } from "waymark";
import { fieldErrors, pointerOf, type ArrivingBody } from "waymark/advanced";
import { isFile, requiredParts, typesOf } from "./declaration.ts";
import type { Part, Parts } from "./types.ts";

/** Largest text, in bytes, and longest name of a part. */
const MAX_TEXT_BYTES = 65_536;
const MAX_NAME_BYTES = 200;

/** Characters at which file systems cut names, and that terminals obey. */
const CONTROL = /\p{Cc}/u;

/** Ends the upload, and returns the first problem that it had. */
type Fail = ArrivingBody["fail"];

interface Received {
  readonly name: string;
  readonly text?: string;
  readonly file?: Readable;
  readonly filename?: string | undefined;
  readonly mediaType?: string;
}

/** Yields the parts. Refuses a malformed form with 400, and parts that do not fit with 422. */
export async function* readForm(
  body: ArrivingBody,
  declared: Parts,
): AsyncGenerator<unknown, void, void> {
  const { fail } = body;
  try {
    const names = new Set<string>();
    const received = parse(body, declared);
    for await (const part of received.iterator({
      destroyOnReturn: false,
    }) as AsyncIterable<Received>) {
      const shape = Object.hasOwn(declared, part.name) ? declared[part.name] : undefined;
      if (shape === undefined || names.has(part.name))
        throw fail(
          misfit(
            part.name,
            shape === undefined ? "The form has no such part." : "The part is there twice.",
          ),
        );
      names.add(part.name);
      yield accept(part, shape, fail);
      part.file?.resume(); // drops the rest that the handler left unread
    }
    const missing = requiredParts(declared).filter((name) => !names.has(name));
    if (missing.length > 0)
      throw fail(unprocessable(missing.map((name) => entry(name, "The form lacks this part."))));
  } catch (error) {
    throw fail(error as Error); // an error of the form, or of the body
  }
}

function accept(
  { name, text = "", file, filename, mediaType = "" }: Received,
  shape: Part,
  fail: Fail,
): unknown {
  if (!isFile(shape)) return { name, value: acceptText(shape, text, name, fail) };
  const types = typesOf(shape);
  if (!types.includes(mediaType))
    throw fail({
      code: "unsupported-media-type",
      detail: `The part ${name} must be ${types.join(" or ")}; received ${mediaType || "no Content-Type"}.`,
    });
  if (CONTROL.test(filename ?? ""))
    throw fail(misfit(name, "The name of the file has control characters."));
  return { name, filename, mediaType, bytes: within(file, fail, shape.maxBytes) };
}

/** Returns a text as its schema made it. */
function acceptText(schema: Schema, text: string, name: string, fail: Fail): unknown {
  const result = schema["~standard"].validate(text);
  if (result instanceof Promise) throw new Error("a request schema must be synchronous");
  if (result.issues === undefined) return result.value;
  throw fail(unprocessable(fieldErrors(result.issues, text, "body", [name])));
}

async function* within(
  file: Readable | undefined,
  fail: Fail,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array, void, void> {
  let length = 0;
  try {
    for await (const chunk of file?.iterator({ destroyOnReturn: false }) ?? []) {
      length += chunk.byteLength;
      if (length > maxBytes) throw fail(tooLarge(maxBytes));
      yield chunk;
    }
  } catch (error) {
    throw fail(malformed(error)); // unless the body itself had a problem before
  }
}

function tooLarge(limit: number): Refusal {
  return { code: "payload-too-large", detail: `The body may have at most ${limit} bytes.` };
}

function malformed(error: unknown): Refusal {
  return { code: "bad-request", detail: `The form cannot be read: ${messageOf(error)}.` };
}

function parse({ bytes, contentType, fail }: ArrivingBody, declared: Parts): Readable {
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
      if (isNameCut || isCut) end(fail(tooLarge(isCut ? MAX_TEXT_BYTES : MAX_NAME_BYTES)));
      else parts.push({ name, text } satisfies Received);
    });
    parser.on("partsLimit", () => end(fail(malformed(`it has more than ${most - 1} parts`))));
    parser.on("error", (error) => end(fail(malformed(error))));
    parser.on("finish", () => parts.push(null));
    bytes.on("error", end);
    bytes.once("close", () => {
      if (!bytes.readableEnded) end(new Error("the upload is over"));
    });
    bytes.pipe(parser);
  } catch (error) {
    end(fail(malformed(error)));
  }
  return parts;
}

function entry(name: string, detail: string): FieldError {
  return { detail, pointer: pointerOf([name]) };
}

function misfit(name: string, detail: string): Refusal {
  return unprocessable([entry(name, detail)]);
}

function unprocessable(errors: readonly FieldError[]): Refusal {
  return { code: "unprocessable-content", errors };
}
