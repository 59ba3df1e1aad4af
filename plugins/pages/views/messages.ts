/** The messages of views. */
import type { Language } from "../shared/languages.ts";

const ENGLISH = {
  lead: "A browser receives this page; programs receive the JSON in it, from the same address.",
  leadOfStream:
    "A browser receives this page; programs receive a stream of Server-Sent Events from the same address, which stays open and sends each event as it happens.",
  about: "About this answer",
  answer: "Answer",
  next: "Next page",
  raw: "Raw",
  rawOf: (size: string) => `Raw: ${size}, as sent`,
  rawPart: (shown: string, size: string) =>
    `The first ${shown} of ${size}. The command above fetches all of it.`,
  curl: "As curl",
  credential: "Add the header with your credential: the address asks for one.",
  operation: "The operation",
  playground: "Try it",
  part: (shown: string, size: string) =>
    `This page shows the first ${shown} values of ${size} of JSON.`,
  noTree: (size: string) => `The JSON has ${size}, which is too much to unfold on a page.`,
  rawHas: "The raw answer has all of them.",
  curlHas: "The command below fetches all of them.",
  more: (count: number) => `… ${count} more`,
  items: (count: number) => (count === 1 ? "1 item" : `${count} items`),
  members: (count: number) => (count === 1 ? "1 member" : `${count} members`),
  schema: "Schema",
  schemaOf: "Every item",
  required: "always there",
  events: "Events",
  listOf: (type: string) => `list of ${type}`,
  headers: (count: number) => `Headers (${count})`,
  headersText:
    "Programs receive these with the answer. Values that depend on the request are left out.",
  perRequest: "depends on the request",
} as const;

type Messages = {
  readonly [K in keyof typeof ENGLISH]: (typeof ENGLISH)[K] extends string
    ? string
    : (typeof ENGLISH)[K];
};

const SPANISH: Messages = {
  lead: "El navegador recibe esta página; los programas reciben el JSON que contiene, en la misma dirección.",
  leadOfStream:
    "El navegador recibe esta página; los programas reciben en la misma dirección un flujo de Server-Sent Events, que queda abierto y envía cada evento cuando ocurre.",
  about: "Sobre esta respuesta",
  answer: "Respuesta",
  next: "Página siguiente",
  raw: "Sin formato",
  rawOf: (size) => `Sin formato: ${size}, tal como se envía`,
  rawPart: (shown, size) =>
    `Los primeros ${shown} de ${size}. La orden de arriba descarga la respuesta entera.`,
  curl: "Con curl",
  credential: "Añade la cabecera con tu credencial: esta dirección la exige.",
  operation: "La operación",
  playground: "Probar",
  part: (shown, size) => `Esta página muestra los primeros ${shown} valores de ${size} de JSON.`,
  noTree: (size) => `El JSON ocupa ${size}, demasiado para desplegarlo en una página.`,
  rawHas: "La respuesta sin formato los tiene todos.",
  curlHas: "La orden de abajo los descarga todos.",
  more: (count) => `… ${count} más`,
  items: (count) => (count === 1 ? "1 elemento" : `${count} elementos`),
  members: (count) => (count === 1 ? "1 miembro" : `${count} miembros`),
  schema: "Esquema",
  schemaOf: "Cada elemento",
  required: "siempre presente",
  events: "Eventos",
  listOf: (type) => `lista de ${type}`,
  headers: (count) => `Cabeceras (${count})`,
  headersText:
    "Los programas las reciben junto con la respuesta. Se omiten los valores que dependen de la petición.",
  perRequest: "depende de la petición",
};

export type { Messages };
export const MESSAGES: Readonly<Record<Language, Messages>> = { en: ENGLISH, es: SPANISH };
