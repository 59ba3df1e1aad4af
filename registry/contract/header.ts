/** Spellings by lower-case name: the few headers that policies declare. */
const titleCase = new Map<string, string>();

/** A header as people write it: `if-none-match` as `If-None-Match`, or as one of the `spellings` has it. */
export function spellHeader(name: string, spellings: readonly string[] = []): string {
  const lower = name.toLowerCase();
  const spelling = spellings.find((one) => one.toLowerCase() === lower) ?? titleCase.get(lower);
  if (spelling !== undefined) return spelling;
  const spelled = lower.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());
  titleCase.set(lower, spelled);
  return spelled;
}
