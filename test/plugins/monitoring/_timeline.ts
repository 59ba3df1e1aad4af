/** Scrapes of running services in the order in which they were made, as series for `promtool test rules`. */

/** A scrape, or the try of one. */
export interface Scrape {
  /** True if the service answered, which Prometheus records as `up`. */
  readonly isUp: boolean;
  /** Time of the scrape, in seconds since 1970. */
  readonly at: number;
  /** Values by name and labels, as in the exposition. */
  readonly values: ReadonlyMap<string, number>;
  readonly counters: ReadonlySet<string>;
}

/** The time between two scrapes. */
export interface Step {
  readonly after: Scrape;
  readonly minutes: number;
  /** Each minute has it again: requests go on. Default: it happens once, in the first minute. */
  readonly repeats?: boolean;
}

/** Instance in the course of time. */
export interface Timeline {
  readonly from: Scrape;
  readonly steps: readonly Step[];
}

export interface Fault {
  readonly name: string;
  /** Names of all alerts that fire at the end, in the order of the alphabet. */
  readonly firing: readonly string[];
  /** Timelines, one for each instance. */
  readonly timelines: readonly Timeline[];
  /** The family that depends on how busy the machine is, and counts here alone. */
  readonly load?: string;
}

/** Each fault comes after half an hour without any, and lasts for another one. */
export const HALF_HOUR = 30;

/** Half an hour as in the first scrape, and one as in the second. */
export function once(from: Scrape, after: Scrape): Timeline {
  const steps = [from, after].map((scraped) => ({ after: scraped, minutes: HALF_HOUR }));
  return { from, steps };
}

export interface Series {
  readonly series: string;
  readonly values: string;
}

/** Scrapes as Prometheus does: over a socket, as text. */
export async function scrape(url: string): Promise<Scrape> {
  const headers = { accept: "text/plain" };
  const answer = await fetch(url, { headers }).catch(() => undefined);
  const at = Date.now() / 1000;
  if (answer?.ok !== true) return { isUp: false, at, values: new Map(), counters: new Set() };
  return { isUp: true, at, ...read(await answer.text()) };
}

/** A sample of a scrape; 0 where it is not there. */
export function count({ values }: Scrape, series: string): number {
  return values.get(series) ?? 0;
}

/** The samples of an exposition. */
function read(text: string): Pick<Scrape, "values" | "counters"> {
  const counters = [...text.matchAll(/^# TYPE (\S+) (counter|histogram)$/gm)].flatMap(
    ([, name = "", type]) =>
      type === "counter" ? [name] : ["bucket", "sum", "count"].map((part) => `${name}_${part}`),
  );
  const samples = [...text.matchAll(/^(\w\S*(?:\{.*\})?) (\S+)$/gm)];
  return {
    counters: new Set(counters),
    values: new Map(samples.map(([, series = "", value]) => [series, Number(value)])),
  };
}

/**
 * Writes one value each minute. Gauges stay as they were scraped, and points in time as far away as then. Counters grow by what
 * was counted between the scrapes; those of another process begin again.
 *
 * @param isRead whether a family matters.
 */
export function seriesOf(
  timeline: Timeline,
  instance: string,
  isRead: (family: string) => boolean,
): readonly Series[] {
  const scrapes = [timeline.from, ...timeline.steps.map(({ after }) => after)];
  const all = new Set(scrapes.flatMap(({ values }) => [...values.keys()]));
  const own = [...all].flatMap((key) => {
    const [, family = "", labels = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(key) ?? [];
    if (!isRead(family)) return [];
    const target = `job="waymark",instance="${instance}"`;
    return [
      {
        series: `${family}{${labels === "" ? target : `${target},${labels}`}}`,
        values: valuesOf(timeline, key, family).join(" "),
      },
    ];
  });
  const up = timeline.steps.flatMap(({ after, minutes }) =>
    Array.from({ length: minutes }, () => Number(after.isUp)),
  );
  return [...own, { series: `up{job="waymark",instance="${instance}"}`, values: up.join(" ") }];
}

function valuesOf({ from, steps }: Timeline, key: string, family: string): readonly string[] {
  const values: string[] = [];
  let before = from;
  let total = count(from, key);
  for (const { after, minutes, repeats = false } of steps) {
    const shown = after.values.get(key);
    const isCounter = after.counters.has(family);
    const grown = (shown ?? 0) - count(before, key);
    if (grown < 0) total = 0;
    for (let minute = 0; minute < minutes; minute++) {
      if (shown === undefined) {
        // Prometheus marks the end of a series that it does not see any more.
        values.push(minute === 0 && before.values.has(key) ? "stale" : "_");
      } else if (isCounter) {
        if (minute === 0 || repeats) total += grown < 0 ? shown : grown;
        values.push(String(total));
      } else if (family.endsWith("_timestamp_seconds"))
        values.push(String(values.length * 60 + shown - after.at));
      else values.push(String(shown));
    }
    before = after;
  }
  return values;
}
