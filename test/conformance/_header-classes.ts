import type { Snapshot } from "../../plugins/tools/testing/snapshots.ts";

interface Answer {
  readonly file: string;
  readonly request: string;
  readonly status: string;
  readonly body: string;
  readonly class: string;
  /** Header lines by name; the lines of a repeated header are joined. */
  readonly headers: ReadonlyMap<string, string>;
}

type Headers = Answer["headers"];

/**
 * Splits snapshots of answers, such that a header of all answers is written once: a matrix of the headers that more than
 * half of the answers of a class have, and one file for each answer with its other headers. Nothing is lost: a header of
 * the class that an answer lacks is `<absent>` in its file.
 */
export function splitHeaders(snapshots: readonly Snapshot[]): {
  readonly matrix: string;
  readonly files: readonly Snapshot[];
} {
  const answers = snapshots.map(parse);
  const classes = new Map(
    [...Map.groupBy(answers, (answer) => answer.class)]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, members]) => [name, usualHeaders(members)]),
  );
  const files = answers.map((answer) => ({
    file: answer.file,
    text: print(answer, classes.get(answer.class) ?? new Map()),
  }));
  return { matrix: printMatrix(classes), files };
}

function parse({ file, text }: Snapshot): Answer {
  const [, request = "", status = "", head = "", body = ""] =
    /^(.*)\n(.*)\n((?:.+\n)*)\n([^]*)$/.exec(text) ?? [];
  const lines = head.split("\n").filter((line) => line !== "");
  const named = Map.groupBy(lines, (line) => line.slice(0, line.indexOf(":")));
  const headers = new Map([...named].map(([name, all]) => [name, all.join("\n")]));
  return { file, request, status, body, headers, class: classOf(status, headers) };
}

/** Outcome of an answer; pages are apart, because their headers for browsers are their own. */
function classOf(status: string, headers: Headers): string {
  if (status >= "400") return "error";
  if (status >= "300") return "redirect";
  return headers.get("content-type")?.includes("text/html") === true ? "page" : "ok";
}

/** Returns the usual headers: at most one line of a name, as no two can both be in more than half of the answers. */
function usualHeaders(members: readonly Answer[]): Headers {
  const lines = members.flatMap(({ headers }) => [...headers]);
  const usual = [...Map.groupBy(lines, ([, line]) => line).values()]
    .filter((same) => same.length > members.length / 2)
    .flatMap(([first]) => (first === undefined ? [] : [first]));
  return new Map(usual);
}

function print({ request, status, body, headers, class: name }: Answer, usual: Headers): string {
  const own = [...headers].filter(([header, line]) => usual.get(header) !== line);
  const absent = [...usual.keys()].filter((header) => !headers.has(header));
  const lines = [...own.map(([, line]) => line), ...absent.map((header) => `${header}: <absent>`)];
  return [request, `${status}, headers of "${name}"`, ...lines.toSorted(), "", body].join("\n");
}

function printMatrix(classes: ReadonlyMap<string, Headers>): string {
  const lines = new Set([...classes.values()].flatMap((headers) => [...headers.values()]));
  const row = (line: string) =>
    [...classes].map(([name, headers]) =>
      ([...headers.values()].includes(line) ? "x" : "").padEnd(name.length),
    );
  const rows = [...lines].toSorted().map((line) => [...row(line), line].join(" "));
  return `${[[...classes.keys()].join(" "), ...rows].join("\n")}\n`;
}
