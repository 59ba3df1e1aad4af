/** The texts of the plugins in Spanish. */

// One text per line.
// oxfmt-ignore
export const BRAINS: Readonly<Record<string, string>> = {
  "No brain here has the key {key}.": "Aquí ningún brain tiene la clave {key}.",
  "Read one brain.": "Lee un brain.",
  "Create a brain.": "Crea un brain.",
  "Replace a brain.": "Sustituye un brain.",
  "Change parts of a brain.": "Cambia partes de un brain.",
  "Remove a brain.": "Elimina un brain.",
};

// One text per line.
// oxfmt-ignore
export const OFFICES: Readonly<Record<string, string>> = {
  "No office here has the key {key}.": "Aquí ninguna oficina tiene la clave {key}.",
  "Read one office with its hitos (milestones).": "Lee una oficina con sus hitos.",
  "Create an office.": "Crea una oficina.",
  "Replace an office.": "Sustituye una oficina.",
  "Change parts of an office.": "Cambia partes de una oficina.",
  "Remove an office.": "Elimina una oficina.",
  "The office has integrations: remove them first.": "La oficina tiene integraciones: elimínalas primero.",
  "Integrations belong to an office, and none may be left without one.": "Las integraciones pertenecen a una oficina, y ninguna puede quedarse sin ella.",
  "Remove the integrations of the office, then the office.": "Elimina las integraciones de la oficina y después la oficina.",
};

// One text per line.
// oxfmt-ignore
export const LOCALES: Readonly<Record<string, string>> = {
  "No locale here has the key {key}.": "Aquí ningún idioma tiene la clave {key}.",
  "Read one locale.": "Lee un idioma.",
  "Create a locale.": "Crea un idioma.",
  "Replace a locale.": "Sustituye un idioma.",
  "Change parts of a locale.": "Cambia partes de un idioma.",
  "Remove a locale.": "Elimina un idioma.",
  "Exactly one locale is the default: make another one the default instead.": "Hay exactamente un idioma por defecto: antes, pon otro por defecto en su lugar.",
  "The write would leave no default locale: it removes the present one, or takes the mark from it.": "La escritura no dejaría ningún idioma por defecto: elimina el actual o le quita la marca.",
  "Make another locale the default; this one then ceases to be it.": "Marca otro idioma como el idioma por defecto; este dejará de serlo.",
};

// One text per line.
// oxfmt-ignore
export const INTEGRATIONS: Readonly<Record<string, string>> = {
  "No integration here has the key {key}.": "Aquí ninguna integración tiene la clave {key}.",
  "List integrations.": "Lista las integraciones.",
  "Read one integration.": "Lee una integración.",
  "Create an integration.": "Crea una integración.",
  "Replace an integration.": "Sustituye una integración.",
  "Change parts of an integration.": "Cambia partes de una integración.",
  "Remove an integration.": "Elimina una integración.",
};
