import { definePolicy, ownState } from "waymark";
import type { Recorder, Series } from "./recorder.ts";

/** Counts and times the requests of every route. */
export const policy = definePolicy({
  id: "metrics",
  state: ownState<{ readonly recorder: Recorder }>(),
  compile({ ref, method: usual, declaration: { listener, probe } }, { state }) {
    if (listener !== undefined) return undefined; // operators are not its traffic
    const isTraffic = probe === undefined;
    let found: { readonly by: Recorder; readonly series: Series } | undefined;
    const seriesOf = (recorder: Recorder, method: string): Series => {
      if (method !== usual) return recorder.series(ref, method);
      // Found once, since another recorder comes only with another start of the plugin.
      if (found?.by !== recorder) found = { by: recorder, series: recorder.series(ref, method) };
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
