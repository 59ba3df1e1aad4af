/** Languages of the built-in pages: English, and those that plugins add. */
export const LANGUAGES = ["*"] as const;

/** Languages in which operators announce: those of the preset, the default first. */
export const ANNOUNCED = ["en", "es"] as const;
