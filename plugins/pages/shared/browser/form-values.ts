/** The values of a form, as JSON has them. */
import { parsed } from "./json.ts";

/**
 * Returns the fields of a form that are filled in, each in the type of its data; `body.name` is a member of `body`. A field
 * that shows the present value is sent if it differs, as null if it is emptied.
 */
export function valuesOf(form: HTMLFormElement): Record<string, unknown> {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    "[name]",
  );
  const values: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  for (const { name, value, disabled, dataset } of fields) {
    const { json, was = "" } = dataset;
    if (disabled || value === was) continue;
    const read = value === "" ? null : json === undefined ? value : toJson(value);
    if (name.startsWith("body.")) body[name.slice("body.".length)] = read;
    else values[name] = read;
  }
  return Object.keys(body).length === 0 ? values : { ...values, body };
}

/** Parses JSON; invalid JSON stays a text, for the service to refuse. */
function toJson(text: string): unknown {
  const read = parsed(text);
  return read === undefined ? text : read.json;
}
