/** What many routes cost: to seal and start, to find one of them, and to keep. */
import type { Contender } from "../contenders/index.ts";
import type { Lookups, Sizes } from "../contenders/registry-size.ts";
import { atMost, valueOf } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import { withServer } from "../harness/server.ts";
import { figure } from "../harness/statistics.ts";
import type { Work } from "./context.ts";

const [SEAL, START, LANE, ANSWER, DECLARED, KEPT] = [
  "seal ms",
  "start ms",
  "lane lookup ns",
  "answer in memory µs",
  "declared B/route",
  "kept B/route",
] as const;
const COLUMNS = [SEAL, START, LANE, ANSWER, DECLARED, KEPT];

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

/** Bytes that one declared route makes a running service keep, besides its declaration. */
export function keptPerRoute(sizes: Sizes, none: Sizes, routes: number): number {
  const kept = ({ running, declared }: Sizes) => running - declared;
  return (kept(sizes) - kept(none)) / routes;
}

export const registrySizeWork: Work = {
  id: "registry-size",
  title: "Registry size, besides the routes of all plugins",
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
    const rows = [...samples].map(([{ routes, kind, contender }, of]) => ({
      contender: contender.name,
      figures: {
        [SEAL]: figure(of.map(({ sizes: { seal } }) => seal)),
        [START]: figure(of.map(({ sizes: { start } }) => start)),
        ...(kind === "h3"
          ? {}
          : { [LANE]: figure(of.map(({ lookups }) => lookups?.lane ?? Number.NaN)) }),
        [ANSWER]: figure(of.map(({ lookups }) => lookups?.answer ?? Number.NaN)),
        [DECLARED]: figure(of.map(({ sizes: { declared, empty } }) => (declared - empty) / routes)),
        [KEPT]: figure(of.map((one) => keptPerRoute(one.sizes, none[kind], routes))),
      },
    }));
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
        atMost(`answer among ${most}, against ${few}`, ratio(ANSWER), 1.5),
        atMost(`lane lookup among ${most}, against ${few}`, ratio(LANE), 1.5),
        atMost(
          `bytes per route among ${most}, besides h3's own`,
          valueOf(rows, large.name, KEPT) - valueOf(rows, h3.name, KEPT),
          1536,
        ),
      ],
      note: "Paths are new strings each time. Kept: the heap after a collection, less the declarations and a service without these routes.",
    };
  },
};
