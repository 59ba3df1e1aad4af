/** The field Idempotency-Key: a string of RFC 9651, section 3.3.3, or a bare token. */

/** Characters of a key, at most. */
export const MAX_LENGTH = 255;

const STRING = String.raw`"(?<string>(?:[ !#-[\]-~]|\\["\\])*)"`;
/** A token that may begin with any of its characters, as most keys are UUIDs. */
const TOKEN = String.raw`(?<token>[!#$%&'*+\-.^_${"`"}|~\w:/]+)`;
const BARE_ITEM = [
  String.raw`"(?:[ !#-[\]-~]|\\["\\])*"`,
  String.raw`-?\d{1,12}\.\d{1,3}`,
  String.raw`-?\d{1,15}`,
  String.raw`[A-Za-z*][!#$%&'*+\-.^_${"`"}|~\w:/]*`,
  String.raw`:[A-Za-z\d+/=]*:`,
  String.raw`\?[01]`,
].join("|");
/** Parameters of an item mean nothing here, and are ignored (RFC 9651, section 2). */
const PARAMETERS = String.raw`(?:; *[a-z*][a-z\d_\-.*]*(?:=(?:${BARE_ITEM}))?)*`;
const FIELD = new RegExp(`^(?:${STRING}|${TOKEN})${PARAMETERS}$`);

/** Returns the key; undefined if the field is malformed. */
export function parseKey(field: string): string | undefined {
  const { string, token } = FIELD.exec(field)?.groups ?? {};
  const key = string === undefined ? token : string.replaceAll(/\\(.)/g, "$1");
  return key === undefined || key === "" || key.length > MAX_LENGTH ? undefined : key;
}
