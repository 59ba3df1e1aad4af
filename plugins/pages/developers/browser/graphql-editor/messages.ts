/** The messages of the editor and of the tools beside it. */

/** Translations of the editor's own English messages, on buttons and for screen readers. */
const phrases = {
  Completions: "Sugerencias",
  Diagnostics: "Problemas",
  "No diagnostics": "Sin problemas",
  close: "cerrar",
  "Selection deleted": "Selección eliminada",
  "Control character": "Carácter de control",
} as const;

const en = {
  prettify: "Prettify",
  exampleQuery: "Example query",
  exampleMutation: "Example mutation",
  download: "Download the schema",
  tools: "Tools for the query",
  prettified: "The query is formatted.",
  comments: "The query stays as it is, because formatting would remove its comments.",
  notGraphql: (line: number) => `The query stays as it is: line ${line} is not GraphQL.`,
  filled: "The form has an example. Run it, or change it first.",
  badJson: "This is not JSON.",
  noObject: "The variables must be a JSON object.",
};

export type EditorTexts = typeof en;

const es: EditorTexts = {
  prettify: "Dar formato",
  exampleQuery: "Consulta de ejemplo",
  exampleMutation: "Mutación de ejemplo",
  download: "Descargar el esquema",
  tools: "Herramientas para la consulta",
  prettified: "La consulta tiene formato.",
  comments: "La consulta queda como está, porque al darle formato perdería sus comentarios.",
  notGraphql: (line) => `La consulta queda como está: la línea ${line} no es GraphQL.`,
  filled: "El formulario contiene un ejemplo. Ejecútalo, o cámbialo antes.",
  badJson: "Esto no es JSON.",
  noObject: "Las variables deben ser un objeto JSON.",
};

export function editorMessages(language = "en"): Readonly<Record<string, string>> {
  return language.startsWith("es") ? phrases : {};
}

export function editorTexts(language = "en"): EditorTexts {
  return language.startsWith("es") ? es : en;
}
