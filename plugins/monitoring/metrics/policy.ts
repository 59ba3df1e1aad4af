import { definePolicy, service } from "waymark";
import type { Recorder, Series } from "./recorder.ts";

export const RecorderService = service<Recorder>("metricsRecorder");

/** Counts and times the requests of every route. */
export const policy = definePolicy({
  id: "metrics",
  needs: { recorder: RecorderService },
  compile({ ref, method: usual, declaration: { listener, probe } }, { use }) {
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
        use().recorder.begin();
        return true;
      },
      observe({ method, durationMs }, { status, abandoned }, begun) {
        const { recorder } = use();
        // Not begun when an earlier policy failed: the request is answered all the same.
        if (begun) recorder.end();
        if (abandoned) recorder.abandon();
        else recorder.record(seriesOf(recorder, method), status, durationMs, isTraffic);
      },
    };
  },
});
