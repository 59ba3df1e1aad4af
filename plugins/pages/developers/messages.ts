/** The messages of the page; those of the playground are in its script. */
import type { Language } from "../shared/languages.ts";

const en = {
  holds: (names: string) => `It serves ${names}.`,
  state: {
    ok: "All systems are working",
    degraded: "Some systems are impaired",
    down: "Some systems are down",
  },
  noKey: "No key needed",
  someKey: (count: number): string =>
    count === 1
      ? "One operation needs a credential; the others are open"
      : `${count} operations need a credential; the others are open`,
  baseUrl: "Base URL",
  answer: "Answer",
  answerText: "This service's own answer to this call, a minute old at most.",
  tryNow: "Try it here",
  allOperations: "All operations",
  resources: "Resources",
  resourcesText: "The data of the service, to list, filter, sort and page.",
  further: "Go further",
  documents: {
    openapi: { title: "OpenAPI", text: "Every operation, for tools and generators." },
    capabilities: { title: "Capabilities", text: "The features that are on." },
  },
  firstCalls: "First calls",
  firstCallsText:
    "Copy a command into a terminal, a browser console or a Python prompt. It works as it is.",
  callRoot: "Start at the root",
  callRootText: "The root is the entry to the API.",
  callList: "Read a list",
  callListText: (path: string) => `The first item of ${path}. The answer links to the rest.`,
  callItem: "Follow it to one item",
  callItemText:
    "Take an identifier from the list and read that item. In a terminal, jq extracts the identifier.",
  playground: "Playground",
  playgroundText:
    "Choose an operation, fill in its parameters, and send it to this service. The answer is shown with an explanation of each header, and you can follow its links.",
  playgroundNoScript:
    "The playground needs JavaScript. Without it, the page of each operation has code to copy.",
  callAuthenticated: "Send a credential",
  callAuthenticatedText: (path: string) =>
    `Set the variable WAYMARK_TOKEN to your credential first. ${path} is an operation that needs one.`,
};

export type Messages = typeof en;

const es: Messages = {
  holds: (names) => `Ofrece ${names}.`,
  state: {
    ok: "Todos los sistemas funcionan",
    degraded: "Algunos sistemas funcionan con limitaciones",
    down: "Algunos sistemas no funcionan",
  },
  noKey: "No hace falta clave",
  someKey: (count) =>
    count === 1
      ? "Una operación necesita credencial; las demás están abiertas"
      : `${count} operaciones necesitan credencial; las demás están abiertas`,
  baseUrl: "URL base",
  answer: "Respuesta",
  answerText: "La respuesta de este mismo servicio a esta llamada, de hace un minuto como mucho.",
  tryNow: "Pruébalo aquí",
  allOperations: "Todas las operaciones",
  resources: "Recursos",
  resourcesText: "Los datos del servicio, para listar, filtrar, ordenar y paginar.",
  further: "Más",
  documents: {
    openapi: { title: "OpenAPI", text: "Todas las operaciones, para herramientas y generadores." },
    capabilities: { title: "Capacidades", text: "Las funciones que están activas." },
  },
  firstCalls: "Primeras llamadas",
  firstCallsText:
    "Copia una orden en una terminal, en la consola del navegador o en Python. Funciona tal cual.",
  callRoot: "Empieza por la raíz",
  callRootText: "La raíz es la entrada a la API.",
  callList: "Lee una lista",
  callListText: (path) => `El primer elemento de ${path}. La respuesta enlaza con el resto.`,
  callItem: "Síguela hasta un elemento",
  callItemText:
    "Toma un identificador de la lista y lee ese elemento. En la terminal, jq extrae el identificador.",
  playground: "Zona de pruebas",
  playgroundText:
    "Elige una operación, rellena sus parámetros y envíala a este servicio. La respuesta se muestra con una explicación de cada cabecera, y puedes seguir sus enlaces.",
  playgroundNoScript:
    "La zona de pruebas necesita JavaScript. Sin él, la página de cada operación tiene código para copiar.",
  callAuthenticated: "Envía una credencial",
  callAuthenticatedText: (path) =>
    `Asigna antes tu credencial a la variable WAYMARK_TOKEN. ${path} es una operación que la necesita.`,
};

export const MESSAGES: Readonly<Record<Language, Messages>> = { en, es };
