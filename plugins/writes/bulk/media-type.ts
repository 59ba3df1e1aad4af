/** Checks that a Content-Type is JSON of any kind, parameters aside. */
export function isJson(contentType: string): boolean {
  return contentType.split(";", 1)[0]?.trimEnd().toLowerCase().endsWith("json") === true;
}
