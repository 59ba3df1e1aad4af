/** Returns the text of a flag; undefined if the flag is absent. */
export function textOf(flag: string | true | undefined): string | undefined {
  return flag === true ? undefined : flag;
}
