/** Lighthouse audits pages as a mid-range phone shows them: in each run others. */
import { describe, expect, it } from "vitest";
import { draw, drawFor, seed } from "../_draw.ts";
import { slowness } from "../_machine.ts";
import { importOpinion, needsOpinions } from "../opinions/index.ts";
import { useSite } from "./_browser.ts";
import { allPages } from "./_pages.ts";

/** The least scores. Speed is the one thing here that depends on what else the machine does: it has more tries. */
const LEAST = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };

/** All of them take a quarter of an hour. */
const PAGES = 1;
const TRIES = 3;

/** Pages to measure, one for each path. */
const drawn = draw(allPages, PAGES).map(({ pattern, paths }) =>
  drawFor(`page at ${pattern}`, paths),
);

const flags = {
  hostname: "127.0.0.1",
  output: "json",
  logLevel: "error",
  onlyCategories: Object.keys(LEAST),
  maxWaitForLoad: 15_000,
  // The settings below save half of the time. They skip parts that do not count; pages from this machine load at once.
  disableFullPageScreenshot: true,
  skipAudits: ["bf-cache", "final-screenshot", "screenshot-thumbnails"],
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 250,
  cpuQuietThresholdMs: 250,
};
const mobile = { extends: "lighthouse:default" };

/** Factor by which Lighthouse slows a fast machine down to a phone. A slow machine is that much nearer to it. */
const PHONE = 4;

/** A report of Lighthouse, as far as the test reads it. */
interface Result {
  readonly categories: Readonly<
    Record<
      string,
      { score: number; auditRefs: readonly { readonly id: string; readonly weight: number }[] }
    >
  >;
  readonly audits: Readonly<Record<string, Audit>>;
  readonly runtimeError?: { readonly message: string };
}

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly scoreDisplayMode: string;
  readonly displayValue?: string;
  readonly errorMessage?: string;
  readonly details?: {
    readonly type: string;
    readonly items?: readonly { readonly node?: { readonly selector?: string } }[];
  };
}

interface Lighthouse {
  default(url: string, flags: object, config: object): Promise<{ lhr: Result } | undefined>;
}

needsOpinions();
const site = useSite();

// One after the other: Lighthouse keeps its marks and its log in globals.
describe.each(drawn)(`%s, with SEED=${seed}`, (path) => {
  it("is content", async () => {
    let result = await judge(path);
    for (let tries = 1; tries < TRIES && isSlow(result); tries++) result = await judge(path);
    const missed = Object.entries(LEAST).flatMap(([category, floor]) => {
      const reached = score(result, category);
      return reached < floor
        ? [`${category} ${reached}: ${costs(result, category).join("; ")}`]
        : [];
    });
    expect([...missed, ...notMade(result)]).toEqual([]);
  });
});

async function judge(path: string): Promise<Result> {
  const { default: lighthouse } = await importOpinion<Lighthouse>("lighthouse");
  const run = await lighthouse(
    `${site.server.origin}${path}`,
    { ...flags, port: site.debuggingPort, throttling: phone() },
    mobile,
  );
  if (run === undefined) throw new Error(`Lighthouse said nothing of ${path}`);
  if (run.lhr.runtimeError !== undefined) throw new Error(run.lhr.runtimeError.message);
  return run.lhr;
}

function phone(): object {
  return { cpuSlowdownMultiplier: Math.max(1, PHONE / slowness()) };
}

function isSlow(result: Result): boolean {
  return score(result, "performance") < LEAST.performance;
}

/** Returns the score of a category, of 100. */
function score({ categories }: Result, category: string): number {
  return Math.round((categories[category]?.score ?? 0) * 100);
}

/** The audits that cost a category its hundred. */
function costs({ categories, audits }: Result, category: string): string[] {
  return (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { score: got, title, displayValue = "", details } = audits[id] ?? {};
    if (weight === 0 || got == null || got === 1) return [];
    return [`${id} (${title} ${displayValue}) ${nodes(details).slice(0, 5).join(" ")}`.trim()];
  });
}

/** Returns the elements in which an audit found fault. */
function nodes(details: Audit["details"]): string[] {
  if (details?.type !== "table") return [];
  return (details.items ?? []).flatMap(({ node }) => node?.selector ?? []);
}

/** The audits that Lighthouse could not make. */
function notMade({ audits }: Result): string[] {
  return Object.entries(audits)
    .filter(([, { scoreDisplayMode }]) => scoreDisplayMode === "error")
    .map(([id, { errorMessage }]) => `${id}: ${errorMessage}`);
}
