/** The words of the page itself; those of the playground are in the script. */
import { html } from "waymark";
import type { Language } from "../shared/languages.ts";

const en = {
  /** Marks what the registry says, which is in English whatever the page's language (WCAG 3.1.2). */
  english: html``,
  what: (name: string) =>
    `${name} is an HTTP API; everything that it can do is listed on this page, and can be tried here.`,
  onThisPage: "On this page",
  firstCalls: "First calls",
  firstCallsText:
    "Copy one into a terminal, a browser's console or a Python prompt. It works as it is.",
  callRoot: "Begin at the root",
  callRootText: "It is the entry to the API.",
  callList: "Read a list",
  callListText: (path: string) => `The first item of ${path}; the rest is a link away.`,
  callItem: "Follow it to one item",
  callItemText: "Take the identifier from the list, and read that one; in a terminal, jq takes it.",
  playground: "Playground",
  playgroundText:
    "Choose an operation, fill in what it takes, and send it to this service. Every answer is shown with each of its headers explained, and its links lead on.",
  playgroundNoScript:
    "The playground needs JavaScript. Without it, every operation below comes with a command to copy.",
  operations: "All operations",
  operationsText: (count: number) =>
    `${count} operations, each with what it takes, what may go wrong, and a command to copy.`,
  search: "Search operations",
  none: "No operation has all of these words.",
  parameters: "Parameters",
  name: "Name",
  place: "In",
  meaning: "Meaning",
  required: "required",
  body: "Body",
  bodyText: "JSON with this schema:",
  errors: "Errors",
  anyTime: "Any operation may answer with other errors of the catalog as well.",
  deprecated: "deprecated",
  stream: "stream",
  tryIt: "Try it in the playground",
  headersText: "Request headers that it reads:",
  headers: "Request headers",
  headersIntro: "Operations name those that they read; none is required.",
  places: { path: "path", query: "query", header: "header" },
};

export type Texts = typeof en;

const es: Texts = {
  english: html` lang="en"`,
  what: (name) =>
    `${name} es una API HTTP; en esta página está todo lo que sabe hacer, y aquí mismo puedes probarlo.`,
  onThisPage: "En esta página",
  firstCalls: "Primeras llamadas",
  firstCallsText:
    "Copia una en una terminal, en la consola del navegador o en Python. Funciona tal cual.",
  callRoot: "Empieza por la raíz",
  callRootText: "Es la entrada a la API.",
  callList: "Lee una lista",
  callListText: (path) => `El primer elemento de ${path}; el resto está a un enlace.`,
  callItem: "Síguela hasta un elemento",
  callItemText: "Toma el identificador de la lista y lee ese elemento; en la terminal lo toma jq.",
  playground: "Zona de pruebas",
  playgroundText:
    "Elige una operación, rellena lo que admite y envíala a este servicio. Cada respuesta se muestra con todas sus cabeceras explicadas, y sus enlaces llevan a la siguiente.",
  playgroundNoScript:
    "La zona de pruebas necesita JavaScript. Sin él, cada operación de abajo trae una orden para copiar.",
  operations: "Todas las operaciones",
  operationsText: (count) =>
    `${count} operaciones, cada una con lo que admite, lo que puede fallar y una orden para copiar.`,
  search: "Buscar operaciones",
  none: "Ninguna operación contiene todas estas palabras.",
  parameters: "Parámetros",
  name: "Nombre",
  place: "Dónde",
  meaning: "Significado",
  required: "obligatorio",
  body: "Cuerpo",
  bodyText: "JSON con este esquema:",
  errors: "Errores",
  anyTime: "Cualquier operación puede responder también con otros errores del catálogo.",
  deprecated: "obsoleta",
  stream: "flujo",
  tryIt: "Probar en la zona de pruebas",
  headersText: "Cabeceras de la petición que lee:",
  headers: "Cabeceras de la petición",
  headersIntro: "Cada operación nombra las que lee; ninguna es obligatoria.",
  places: { path: "ruta", query: "consulta", header: "cabecera" },
};

export const TEXTS: Readonly<Record<Language, Texts>> = { en, es };
