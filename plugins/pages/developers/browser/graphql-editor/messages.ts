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
  explore: "Explore the schema",
  tools: "Tools for the query",
  prettified: "The query is formatted.",
  comments: "The query stays as it is, because formatting would remove its comments.",
  notGraphql: (line: number) => `The query stays as it is: line ${line} is not GraphQL.`,
  filled: "The form has an example. Run it, or change it first.",
  inserted: (name: string) => `${name} is in the query.`,
  badJson: "This is not JSON.",
  noObject: "The variables must be a JSON object.",
  search: "Search this type",
  keys: "The arrow keys move through the fields. Enter inserts a field, or opens a type; Esc goes back.",
  path: "Types on the way here",
  schema: "Schema",
  none: "No field contains all of these words.",
  insert: "Insert into the query",
  open: (type: string) => `Open ${type}`,
};

export type EditorTexts = typeof en;

const es: EditorTexts = {
  prettify: "Dar formato",
  exampleQuery: "Consulta de ejemplo",
  exampleMutation: "Mutación de ejemplo",
  download: "Descargar el esquema",
  explore: "Explorar el esquema",
  tools: "Herramientas para la consulta",
  prettified: "La consulta tiene formato.",
  comments: "La consulta queda como está, porque al darle formato perdería sus comentarios.",
  notGraphql: (line) => `La consulta queda como está: la línea ${line} no es GraphQL.`,
  filled: "El formulario contiene un ejemplo. Ejecútalo, o cámbialo antes.",
  inserted: (name) => `${name} está en la consulta.`,
  badJson: "Esto no es JSON.",
  noObject: "Las variables deben ser un objeto JSON.",
  search: "Buscar en este tipo",
  keys: "Las flechas recorren los campos. Intro inserta un campo o abre un tipo; Esc vuelve atrás.",
  path: "Tipos recorridos",
  schema: "Esquema",
  none: "Ningún campo contiene todas estas palabras.",
  insert: "Insertar en la consulta",
  open: (type) => `Abrir ${type}`,
};

export function editorMessages(language = "en"): Readonly<Record<string, string>> {
  return language.startsWith("es") ? phrases : {};
}

export function editorTexts(language = "en"): EditorTexts {
  return language.startsWith("es") ? es : en;
}
