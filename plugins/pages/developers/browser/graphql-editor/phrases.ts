/** What the editor itself says, on buttons and to screen readers. Its own words are English. */
const es = {
  Completions: "Sugerencias",
  Diagnostics: "Problemas",
  "No diagnostics": "Sin problemas",
  close: "cerrar",
  "Selection deleted": "Selección eliminada",
  "Control character": "Carácter de control",
} as const;

/** The words in place of the English ones, for a language tag. */
export function phrases(language = "en"): Readonly<Record<string, string>> {
  return language.startsWith("es") ? es : {};
}
