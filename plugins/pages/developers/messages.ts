/** The messages of the page; the playground's messages are in its script. */
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
    yaml: { title: "OpenAPI as YAML", text: "The same, easier to read and to review." },
    graphql: { title: "GraphQL schema", text: "For clients, generators and editors." },
    capabilities: { title: "Capabilities", text: "The features that are on." },
  },
  playground: "Playground",
  playgroundText:
    "Choose an operation, fill in its parameters, and send it to this service. The answer is shown with an explanation of each header, and you can follow its links.",
  playgroundNoScript:
    "The playground needs JavaScript. Without it, the page of each operation has code to copy.",
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
    yaml: { title: "OpenAPI en YAML", text: "Lo mismo, más fácil de leer y de revisar." },
    graphql: { title: "Esquema GraphQL", text: "Para clientes, generadores y editores." },
    capabilities: { title: "Capacidades", text: "Las funciones que están activas." },
  },
  playground: "Zona de pruebas",
  playgroundText:
    "Elige una operación, rellena sus parámetros y envíala a este servicio. La respuesta se muestra con una explicación de cada cabecera, y puedes seguir sus enlaces.",
  playgroundNoScript:
    "La zona de pruebas necesita JavaScript. Sin él, la página de cada operación tiene código para copiar.",
};

export const MESSAGES: Readonly<Record<Language, Messages>> = { en, es };
