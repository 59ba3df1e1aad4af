import { definePolicy, ownState } from "waymark";
import type { Recorder, Series } from "./recorder.ts";

/** Counts and times the requests of every route. */
export const policy = definePolicy({
  id: "metrics",
  state: ownState<{ readonly recorder: Recorder }>(),
  compile({ ref, declaration: { listener, probe } }, { state }) {
    if (listener !== undefined) return undefined; // operators are not its traffic
    const isTraffic = probe === undefined;
    let found: { readonly by: Recorder; readonly to: string; readonly series: Series } | undefined;
    const seriesOf = (by: Recorder, to: string): Series => {
      // Found once for a run of one method; another recorder comes only with another start of the plugin.
      if (found?.by !== by || found.to !== to) found = { by, to, series: by.series(ref, to) };
      return found.series;
    };
    return {
      begin(): boolean {
        state().recorder.begin();
        return true;
      },
      observe({ method, durationMs }, { status, abandoned }, begun) {
        const { recorder } = state();
        // Not begun when an earlier policy failed: the request is answered all the same.
        if (begun) recorder.end();
        if (abandoned) recorder.abandon();
        else recorder.record(seriesOf(recorder, method), status, durationMs, isTraffic);
      },
    };
  },
});
