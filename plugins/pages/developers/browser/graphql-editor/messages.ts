/** Translations of the editor's own English messages, on buttons and for screen readers. */
const es = {
  Completions: "Sugerencias",
  Diagnostics: "Problemas",
  "No diagnostics": "Sin problemas",
  close: "cerrar",
  "Selection deleted": "Selección eliminada",
  "Control character": "Carácter de control",
} as const;

export function editorMessages(language = "en"): Readonly<Record<string, string>> {
  return language.startsWith("es") ? es : {};
}
