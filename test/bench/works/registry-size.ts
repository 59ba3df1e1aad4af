/** The cost of many routes: to seal and start, to find one of them, and to keep them. */
import type { Contender } from "../contenders/index.ts";
import type { Lookups, Sizes } from "../contenders/registry-size.ts";
import { atMost, valueOf } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import { withServer } from "../harness/server.ts";
import { figure } from "../harness/statistics.ts";
import type { Work } from "./context.ts";

const SEAL = "seal ms";
const START = "start ms";
const FAST_PATH_HOT = "fast path, 100 hot paths ns";
const FAST_PATH_ANY = "fast path, any path ns";
const HOT = "answer, 100 hot routes µs";
const LATER = "answer, any asked before µs";
const FIRST = "first answer µs";
const DECLARED = "declared B/route";
const KEPT = "kept B/route";
const USED = "more once asked B/route";
const COLUMNS = [
  SEAL,
  START,
  FAST_PATH_HOT,
  FAST_PATH_ANY,
  HOT,
  LATER,
  FIRST,
  DECLARED,
  KEPT,
  USED,
];

export const probe = (routes: number, kind: "waymark" | "h3"): Contender => ({
  name: `${kind === "h3" ? "h3, bare" : "Waymark"}, ${routes.toLocaleString("en")} routes`,
  script: "registry-size.ts",
  env: { ROUTES: String(routes), KIND: kind },
});

interface Sample {
  readonly sizes: Sizes;
  readonly lookups: Lookups | undefined;
}

export function measure(contender: Contender, withLookups: boolean): Promise<Sample> {
  return withServer(contender, { flags: ["--expose-gc"] }, async (server) => ({
    sizes: await server.ask<Sizes>("sizes"),
    lookups: withLookups ? await server.ask<Lookups>("lookups") : undefined,
  }));
}

/** Bytes that a running server keeps per declared route, beyond the declaration. */
export function keptPerRoute(sizes: Sizes, none: Sizes, routes: number): number {
  const kept = ({ running, declared }: Sizes) => running - declared;
  return (kept(sizes) - kept(none)) / routes;
}

export const registrySizeWork: Work = {
  id: "registry-size",
  title: "Registry size, beyond the routes of all plugins",
  async run({ settings: { rounds, sizes } }) {
    const base = { waymark: probe(0, "waymark"), h3: probe(0, "h3") };
    const none = {
      waymark: (await measure(base.waymark, false)).sizes,
      h3: (await measure(base.h3, false)).sizes,
    };
    const probes = sizes.flatMap((routes) =>
      (["waymark", "h3"] as const).map((kind) => ({
        routes,
        kind,
        contender: probe(routes, kind),
      })),
    );
    const samples = await interleave(probes, Math.min(rounds, 3), ({ contender }) =>
      measure(contender, true),
    );
    const rows = [...samples].map(([{ routes, kind, contender }, of]) => {
      const looked = (value: (lookups: Lookups) => number | undefined) =>
        of.map(({ lookups }) => lookups && value(lookups)).filter((one) => one !== undefined);
      const measured = {
        [SEAL]: of.map(({ sizes: { seal } }) => seal),
        [START]: of.map(({ sizes: { start } }) => start),
        [FAST_PATH_HOT]: looked(({ fastPath }) => fastPath?.hot),
        [FAST_PATH_ANY]: looked(({ fastPath }) => fastPath?.any),
        [HOT]: looked(({ answer }) => answer.hot),
        [LATER]: looked(({ answer }) => answer.later),
        [FIRST]: looked(({ answer }) => answer.first),
        [DECLARED]: of.map(({ sizes: { declared, empty } }) => (declared - empty) / routes),
        [KEPT]: of.map((one) => keptPerRoute(one.sizes, none[kind], routes)),
        [USED]: looked(({ used }) => used),
      };
      const figures = Object.entries(measured).flatMap(([column, values]) =>
        values.length === 0 ? [] : [[column, figure(values)] as const],
      );
      return { contender: contender.name, figures: Object.fromEntries(figures) };
    });
    const [few = 0, most = 0] = [Math.min(...sizes), Math.max(...sizes)];
    const [small, large, h3] = [probe(few, "waymark"), probe(most, "waymark"), probe(most, "h3")];
    const ratio = (column: string) =>
      valueOf(rows, large.name, column) / valueOf(rows, small.name, column);
    return {
      work: this.id,
      title: this.title,
      columns: COLUMNS,
      rows,
      goals: [
        atMost(
          `ms of a start by route among ${most}, against among ${few}`,
          (ratio(START) * few) / most,
          1.3,
        ),
        atMost(`answer of any route among ${most}, against among ${few}`, ratio(LATER), 1.3),
        atMost(`answer of 100 hot routes among ${most}, against among ${few}`, ratio(HOT), 1.5),
        atMost(
          `fast path lookup of 100 hot paths among ${most}, against among ${few}`,
          ratio(FAST_PATH_HOT),
          1.5,
        ),
        atMost(
          `fast path lookup of any path among ${most}, against among ${few}`,
          ratio(FAST_PATH_ANY),
          1.5,
        ),
        atMost(
          `bytes per route among ${most}, beyond h3's own`,
          valueOf(rows, large.name, KEPT) - valueOf(rows, h3.name, KEPT),
          1536,
        ),
      ],
      note: "Paths are new strings each time. Hot: the same 100 routes over and over, as most services have them; any: each route as likely as the others, so that what belongs to it has left the caches. Asked before: those and up to 5,000 others, each asked once by then. Kept: the heap after a collection, less the declarations and a service without these routes.",
    };
  },
};
