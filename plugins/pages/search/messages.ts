/** The messages of the page and of the dialog. */
import type { Language } from "../shared/languages.ts";

const en = {
  title: "Search",
  label: "Search pages, operations, schemas and errors",
  button: "Search",
  page: "Page",
  operation: "Operation",
  count: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  none: (query: string) => `Nothing contains all words of “${query}”.`,
  advice: "Try fewer words, or a part of a path.",
  start: "Write a word, a path or an error code.",
  loading: "Loading …",
  failed: "The index could not be loaded.",
  close: "Close",
  keys: "Keys",
  keyList: [
    ["Ctrl K", "Search"],
    ["/", "Search"],
    ["↑ ↓", "Choose a result"],
    ["Enter", "Open it"],
    ["Esc", "Close"],
    ["?", "Show these keys"],
  ] as readonly (readonly [string, string])[],
};
export type Messages = typeof en;

const es: Messages = {
  title: "Buscar",
  label: "Buscar páginas, operaciones, esquemas y errores",
  button: "Buscar",
  page: "Página",
  operation: "Operación",
  count: (count) => (count === 1 ? "1 resultado" : `${count} resultados`),
  none: (query) => `Nada contiene todas las palabras de «${query}».`,
  advice: "Prueba con menos palabras o con parte de una ruta.",
  start: "Escribe una palabra, una ruta o un código de error.",
  loading: "Cargando…",
  failed: "No se ha podido cargar el índice.",
  close: "Cerrar",
  keys: "Teclas",
  keyList: [
    ["Ctrl K", "Buscar"],
    ["/", "Buscar"],
    ["↑ ↓", "Elegir un resultado"],
    ["Intro", "Abrirlo"],
    ["Esc", "Cerrar"],
    ["?", "Mostrar estas teclas"],
  ],
};

export const MESSAGES: Readonly<Record<Language, Messages>> = { en, es };
