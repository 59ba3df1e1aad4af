/** Texts of the kernel and of the plugins of the preset, in Spanish. Other plugins bring their own. */
import details from "./es/details.json" with { type: "json" };
import errors from "./es/errors.json" with { type: "json" };
import fields from "./es/fields.json" with { type: "json" };
import operations from "./es/operations.json" with { type: "json" };
import parameters from "./es/parameters.json" with { type: "json" };
import plugins from "./es/plugins.json" with { type: "json" };
import releases from "./es/releases.json" with { type: "json" };

const { sentences, values, bounds } = details;

// Of texts that fit in several ways, the longer template counts, so the gap has a short name.
const expected = ([text, translation]: readonly [string, string]) => [
  [`expected ${text}`, `se esperaba ${translation}`],
  [`expected ${text}; received {it}`, `se esperaba ${translation}; se ha recibido {it}`],
];
const missing = ([text, translation]: readonly [string, string]) => [
  `expected ${text}; received nothing`,
  `se esperaba ${translation}; no se ha recibido nada`,
];

export const ES: Readonly<Record<string, string>> = {
  ...operations,
  ...errors,
  ...plugins,
  ...parameters,
  ...fields,
  ...sentences,
  ...Object.fromEntries(Object.entries({ ...values, ...bounds }).flatMap(expected)),
  // A value that is missing breaks no bound.
  ...Object.fromEntries(Object.entries(values).map(missing)),
  ...releases,
};
