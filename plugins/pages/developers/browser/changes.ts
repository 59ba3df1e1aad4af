/** The difference between two texts, line by line. */

export interface Line {
  /** `+` was added, `-` was removed, a space stayed. */
  readonly kind: "+" | "-" | " ";
  readonly text: string;
}

/** Longest difference, in lines on either side; longer ones are shown as all removed and all added. */
const MAX_LINES = 500;

/** The fewest lines to remove and to add, by their longest common subsequence. */
export function changesIn(before: string, after: string): readonly Line[] {
  const old = before.split("\n");
  const now = after.split("\n");
  const isLong = old.length > MAX_LINES || now.length > MAX_LINES;
  // By the places that follow: the length of the longest subsequence of the rest.
  const common: number[][] = [];
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = isLong ? -1 : old.length - 1; i >= 0; i -= 1) {
    const row: number[] = [];
    common[i] = row;
    for (let j = now.length - 1; j >= 0; j -= 1)
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const lines: Line[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    const [former, present] = [old[i], now[j]];
    const isRemoved = present === undefined || at(i + 1, j) >= at(i, j + 1);
    if (former !== undefined && former === present && !isLong) {
      lines.push({ kind: " ", text: former });
      i += 1;
      j += 1;
    } else if (former !== undefined && isRemoved) {
      lines.push({ kind: "-", text: former });
      i += 1;
    } else {
      lines.push({ kind: "+", text: present ?? "" });
      j += 1;
    }
  }
  return lines;
}
