/** The operator's word on how to get a credential, `access.obtain`. */
import { type Html, html, type Localized, type Registry, textIn } from "waymark";
import { z } from "zod";
import { LocalizedText } from "../../shared/languages.ts";
import type { OnPage } from "./code-figure.ts";
import { sharedMessages } from "./messages.ts";

const Stated = z.object({ obtain: LocalizedText });

/** Returns a URL or a text; undefined if the operator says nothing, or callers cannot authenticate. */
export function obtainOf({ statements }: Registry): Localized | undefined {
  return Stated.safeParse(statements["credentials"]).data?.obtain;
}

export function obtainNotice({ registry, language }: OnPage): Html | undefined {
  const obtain = obtainOf(registry);
  if (obtain === undefined) return undefined;
  const { obtainTitle } = sharedMessages(registry, language);
  const text = textIn(obtain, language);
  return /^https?:\/\/\S+$/.test(text)
    ? html`<p class="notice"><a href="${text}">${obtainTitle}</a></p>`
    : html`<p class="notice"><strong>${obtainTitle}:</strong> ${text}</p>`;
}
