/** What is wrong with a text, told by file, line and column. */

export interface Mistake {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  readonly what: string;
  readonly received: string;
  /** What to do about it. */
  readonly hint: string;
}

/** Mistakes told at once; a file of another kind would have as many as it has lines. */
const MOST_TOLD = 10;

/** Throws an Error with the first mistakes of each file, in the order of the files; does nothing when there are none. */
export function refuse(mistakes: readonly Mistake[]): void {
  if (mistakes.length === 0) return;
  const told = [...Map.groupBy(mistakes, ({ file }) => file).values()].flatMap((ofFile) => {
    const sorted = ofFile.toSorted((a, b) => a.line - b.line || a.column - b.column);
    const rest = sorted.length - MOST_TOLD;
    return [
      ...sorted.slice(0, MOST_TOLD).map(asLine),
      ...(rest > 0 ? [`${ofFile[0]?.file}: and ${rest} more`] : []),
    ];
  });
  throw new Error(told.join("\n"));
}

function asLine({ file, line, column, what, received, hint }: Mistake): string {
  return `${file}:${line}:${column}: ${what}; received ${received}; ${hint}`;
}
