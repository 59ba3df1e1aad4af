/** Headers of the flag `--header`, for commands that send requests. */
import { readFileSync } from "node:fs";
import { messageOf } from "waymark";
import { UsageError } from "waymark/tools";

type Headers = Readonly<Record<string, string>>;

/** A header's name and its value, without control characters (RFC 9110, section 5.5). */
const FIELD = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])[ \t]*$/;

/** Reads a line such as `Authorization: Bearer abc`, the name into lower case; undefined if it is not a header. */
function readHeader(line: string): Headers | undefined {
  const [, name, value] = FIELD.exec(line) ?? [];
  return name === undefined || value === undefined ? undefined : { [name.toLowerCase()]: value };
}

/** Reads headers, and files of them. No message shows a value. */
export function readHeaders(values: readonly string[]): Headers {
  const lines = values.flatMap((value) =>
    value.startsWith("@") ? readLines(value.slice(1)) : [value],
  );
  return Object.assign(
    {},
    ...lines.map((line, index) => {
      const header = readHeader(line);
      if (header !== undefined) return header;
      throw new UsageError(
        `header ${index + 1} of --header is not one\n  hint: write "name: value", such as --header "Authorization: Bearer $TOKEN"`,
      );
    }),
  ) as Headers; // of headers only
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8")
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "");
  } catch (error) {
    throw new UsageError(
      `--header @${file} cannot be read: ${messageOf(error)}\n  hint: name a file with one header a line`,
    );
  }
}
