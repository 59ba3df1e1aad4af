/** The words of the frame around every page. */
import { textIn } from "waymark";
import type { Language } from "../shared/languages.ts";

const WORDS = {
  skip: { en: "Skip to content", es: "Saltar al contenido" },
  mainMenu: { en: "Main", es: "Principal" },
  moreMenu: { en: "More pages", es: "Más páginas" },
  version: { en: "Version", es: "Versión" },
  error: { en: "Error", es: "Error" },
  noPage: { en: "There is no page here", es: "Aquí no hay ninguna página" },
  noPageText: {
    en: "Nothing answers at this address. It may have moved, or the link may be mistyped.",
    es: "Nada responde en esta dirección. Puede haberse movido, o el enlace puede tener una errata.",
  },
  failed: { en: "Something went wrong", es: "Algo ha fallado" },
  failedText: {
    en: "The service could not answer this request. It is no fault of yours; try again in a moment.",
    es: "El servicio no ha podido responder a esta petición. No es culpa tuya; inténtalo de nuevo en un momento.",
  },
  refused: { en: "This request cannot be answered", es: "Esta petición no se puede responder" },
  tryInstead: { en: "You may be looking for", es: "Quizá busques" },
  address: { en: "Address", es: "Dirección" },
  code: { en: "Code", es: "Código" },
  requestId: { en: "Request", es: "Petición" },
  details: { en: "Details", es: "Detalles" },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** One word of the frame in a language of a page, whichever that is. */
export function word(name: keyof typeof WORDS, language: string | undefined): string {
  return textIn(WORDS[name], language);
}
