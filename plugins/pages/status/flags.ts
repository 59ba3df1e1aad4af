/** The services and flags of `waymark status`. */
import type { CommandContext } from "waymark";
import type { Clock, History, Store } from "waymark/services";
import { ANNOUNCED } from "../../shared/languages.ts";
import type { Announcement, Announcements } from "./announcements.ts";
import type { Options } from "./options.ts";

export interface Use {
  readonly announcements: Announcements;
  readonly clock: Clock;
  readonly history: Pick<History, "incidents"> | undefined;
  /** Store of announcements; undefined if it is off. */
  readonly store: Pick<Store, "inMemory"> | undefined;
}
export type Context = Omit<CommandContext<Options>, "options" | "state" | "log" | "signal">;
export type Kind = Announcement["kind"];

/** Flags of `add`, by kind of announcement. */
export const FLAGS: Readonly<Record<Kind, readonly string[]>> = {
  note: [...inAllLanguages("text"), "from", "until"],
  update: [...inAllLanguages("text"), "state"],
  maintenance: [...inAllLanguages("title"), ...inAllLanguages("text"), "from", "until", "affects"],
};

/** Returns the flag of a text in a language: the first language is not named. */
export function flagIn(name: string, language: string): string {
  return language === ANNOUNCED[0] ? name : `${name}-${language}`;
}

function inAllLanguages(name: string): readonly string[] {
  return ANNOUNCED.map((tag) => flagIn(name, tag));
}
