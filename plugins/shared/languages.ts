/** Languages of pages, and texts in the options of pages. */
import { z } from "zod";

/** Languages of the built-in pages: English, and those that plugins add. */
export const LANGUAGES = ["*"] as const;

/** Languages in which operators announce: those of the preset, the default first. */
export const ANNOUNCED = ["en", "es"] as const;

export const LanguageTag = z
  .string()
  .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, "write a language tag, such as en or pt-BR");
export const Text = z.string().trim().min(1);
/** Text for all languages, or a text for each of them. */
export const LocalizedText = z.union([Text, z.record(LanguageTag, Text)]);
