/** Numbers, times and durations in the spelling of a language. All times are UTC: the server does not know the reader's zone. */
import { html, type Html } from "waymark";

const DAY_MS = 86_400_000;
const LOCALES: Readonly<Record<string, string>> = { en: "en-GB", es: "es-ES" };

/** Formats by language, made once: the formats of Intl take longer to make than a page. */
const formats = new Map<string, Format>();

function createFormat(language: string) {
  const locale = LOCALES[language] ?? language;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const precise = new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 });
  const times = (options: Intl.DateTimeFormatOptions): ((at: number) => string) => {
    const format = new Intl.DateTimeFormat(locale, {
      ...options,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone: "UTC",
    });
    return (at) => format.format(at);
  };
  const dates = (options: Intl.DateTimeFormatOptions): ((at: number) => string) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (at) => format.format(at);
  };
  const part = dates({ weekday: "short", day: "numeric", month: "short" });
  const hour = times({});
  const list = new Intl.ListFormat(locale);
  const moment = times({ day: "numeric", month: "short", year: "numeric" });
  return {
    number: (value: number) => number.format(value),
    /** Returns a number for attributes. */
    plain: (value: number) => String(Math.round(value * 100) / 100),
    /** Returns a percentage, rounded down, so that only the whole is 100 %. */
    percent: (value: number) => `${number.format(Math.floor(value * 100) / 100)} %`,
    ms(value: number) {
      if (value < 10) return `${number.format(value)} ms`;
      return value < 10_000 ? `${precise.format(value)} ms` : `${precise.format(value / 1000)} s`;
    },
    /** Returns the day and time of day. */
    moment: (at: number) => `${moment(at)} UTC`,
    /** Time of day. */
    hour,
    /** Day of the week and time of day. */
    day: times({ weekday: "short" }),
    /** Day with its year. */
    fullDate: dates({ day: "numeric", month: "short", year: "numeric" }),
    /** Day of the month. */
    date: dates({ day: "numeric", month: "short" }),
    month: dates({ month: "long", year: "numeric" }),
    /** Returns `Mon 23 Nov, 14:00–16:00 UTC`; days as `23 Nov`. */
    between(from: number, to: number) {
      return to - from >= DAY_MS ? part(from) : `${part(from)}, ${hour(from)}–${hour(to)} UTC`;
    },
    list: (names: readonly string[]) => list.format(names),
  };
}

export type Format = ReturnType<typeof createFormat>;

export function formatOf(language: string): Format {
  const format = formats.get(language) ?? createFormat(language);
  formats.set(language, format);
  return format;
}

export function timeElement(at: number, text: string): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}

const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** Returns the two largest units of a duration: `1 h 5 min`. */
export function durationText(ms: number): string {
  let seconds = Math.max(1, Math.round(ms / 1000));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(seconds / size);
    seconds %= size;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
  }
  return parts.slice(0, 2).join(" ");
}
