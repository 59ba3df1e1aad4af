/** The difference between two texts, line by line. */

export interface Line {
  /** `+` was added, `-` was removed, a space stayed. */
  readonly kind: "+" | "-" | " ";
  readonly text: string;
}

/** In lines on either side; longer differences are shown as all removed and all added. */
const MAX_LINES = 500;

/** The fewest lines to remove and to add, by their longest common subsequence. */
export function changesIn(before: string, after: string): readonly Line[] {
  const old = before.split("\n");
  const now = after.split("\n");
  if (old.length > MAX_LINES || now.length > MAX_LINES)
    return [...marked("-", old), ...marked("+", now)];
  // At [i][j]: the length of the longest subsequence of what follows i and j.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const row = common[i];
      if (row !== undefined)
        row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [former = "", present = ""] = [old[i], now[j]];
    if (i < old.length && j < now.length && former === present) {
      lines.push({ kind: " ", text: former });
      i += 1;
      j += 1;
    } else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "-", text: former });
      i += 1;
    } else {
      lines.push({ kind: "+", text: present });
      j += 1;
    }
  }
  return lines;
}

function marked(kind: Line["kind"], texts: readonly string[]): readonly Line[] {
  return texts.map((text) => ({ kind, text }));
}
