/** The messages of the layout and of error pages. */
import { textIn } from "waymark";
import type { Language } from "../shared/languages.ts";

const MESSAGES = {
  skip: { en: "Skip to content", es: "Saltar al contenido" },
  menu: { en: "Menu", es: "Menú" },
  search: { en: "Search", es: "Buscar" },
  languages: { en: "Other languages", es: "Otros idiomas" },
  theme: { en: "Theme", es: "Tema" },
  themeAuto: { en: "Auto", es: "Auto" },
  themeLight: { en: "Light", es: "Claro" },
  themeDark: { en: "Dark", es: "Oscuro" },
  nearest: { en: "Did you mean", es: "¿Querías decir" },
  mainMenu: { en: "Main", es: "Principal" },
  moreMenu: { en: "More pages", es: "Más páginas" },
  version: { en: "Version", es: "Versión" },
  error: { en: "Error", es: "Error" },
  noPage: { en: "There is no page here", es: "Aquí no hay ninguna página" },
  noPageText: {
    en: "Nothing is served at this address. The page may have moved, or the link may have a typing error.",
    es: "En esta dirección no hay nada. Puede que la página se haya movido o que el enlace tenga una errata.",
  },
  noCredential: { en: "This needs a credential", es: "Esto necesita una credencial" },
  noCredentialText: {
    en: "This address answers only to a valid credential. Programs send it in a header of the request; a browser does not send one by itself.",
    es: "Esta dirección solo responde a una credencial válida. Los programas la envían en una cabecera de la petición; un navegador no la envía por sí solo.",
  },
  notAllowed: { en: "This is not allowed", es: "Esto no está permitido" },
  notAllowedText: {
    en: "The service understood this request, and does not allow it.",
    es: "El servicio ha entendido esta petición, pero no la permite.",
  },
  failed: { en: "Something went wrong", es: "Algo ha fallado" },
  failedText: {
    en: "The service could not answer this request. The cause is not in your request.",
    es: "El servicio no ha podido responder a esta petición. La causa no está en ella.",
  },
  tryAgain: { en: "Try again in a moment.", es: "Inténtalo de nuevo en un momento." },
  refused: { en: "This request cannot be answered", es: "Esta petición no se puede responder" },
  tryInstead: { en: "You may be looking for", es: "Quizá busques" },
  operations: { en: "How to ask", es: "Cómo pedirlo" },
  address: { en: "Address", es: "Dirección" },
  code: { en: "Code", es: "Código" },
  requestId: { en: "Request", es: "Petición" },
  details: { en: "Details", es: "Detalles" },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

export function label(name: keyof typeof MESSAGES, language: string | undefined): string {
  return textIn(MESSAGES[name], language);
}
