/** The texts about operations and their fields, which the description of the API has where they are shown. */
import type { Language } from "../languages.ts";

const en = {
  acceptNote: "The media type of the answer.",
  required: (name: string) => `${name} (required)`,
  range: (least: number, most: number) => `The service accepts ${least} to ${most}.`,
  atLeast: (least: number) => `The service accepts ${least} or more.`,
  atMost: (most: number) => `The service accepts ${most} or less.`,
  byDefault: "default",
  needsNone: "Needs no credential.",
  needsAny: "Needs a credential.",
  needs: (scopes: string) => `Needs a credential with ${scopes}.`,
  /** Meanings by the name of the operator. */
  operators: {
    eq: "equals",
    ne: "differs from",
    gt: "is greater than",
    gte: "is at least",
    lt: "is less than",
    lte: "is at most",
    in: "is one of, separated by commas",
    contains: "contains",
  } as Readonly<Record<string, string>>,
};

export type FieldMessages = typeof en;

const es: FieldMessages = {
  acceptNote: "El tipo de la respuesta.",
  required: (name) => `${name} (obligatorio)`,
  range: (least, most) => `El servicio admite de ${least} a ${most}.`,
  atLeast: (least) => `El servicio admite ${least} o más.`,
  atMost: (most) => `El servicio admite ${most} o menos.`,
  byDefault: "por defecto",
  needsNone: "No necesita credencial.",
  needsAny: "Necesita una credencial.",
  needs: (scopes) => `Necesita una credencial con ${scopes}.`,
  operators: {
    eq: "es igual a",
    ne: "es distinto de",
    gt: "es mayor que",
    gte: "es como mínimo",
    lt: "es menor que",
    lte: "es como máximo",
    in: "es uno de estos, separados por comas",
    contains: "contiene",
  },
};

export const FIELD_MESSAGES: Readonly<Record<Language, FieldMessages>> = { en, es };
