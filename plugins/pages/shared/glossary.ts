/** Words of the data that a reader cannot guess, explained where they first appear on a page. */
export const BRAIN = {
  en: "A brain is a knowledge profile for an AI model: a named body of knowledge, with a description of what to ask it.",
  es: "Un brain (literalmente, «cerebro») es un perfil de conocimiento para un modelo de IA: un conjunto de conocimientos con nombre y una descripción de lo que se le puede preguntar.",
} as const;

export const HITO = {
  en: "A hito, Spanish for milestone, is a milestone in the history of an office: planned, active or done.",
  es: "Un hito es un momento señalado en la historia de una oficina: previsto, en curso o cumplido.",
} as const;
