/** Events as they happen: the newest first, not while the page is hidden. */
import { el } from "../../shared/browser/dom.ts";
import { fill } from "../../shared/fill.ts";
import type { LiveData } from "../model.ts";

/** Events on the page; beyond it the oldest go. */
const MOST = 100;
/** The events that only say that the stream is open. */
const SILENT = "heartbeat";

/** Shows the events of the stream at the address of the page. */
export function showEvents(
  names: readonly string[],
  { waiting, since, paused, lost, ticker }: LiveData["messages"],
): void {
  const state = el("p", { role: "status", class: "soft" }, waiting);
  const list = el("ol", { class: "ticker" });
  const log = el("div", { role: "log", "aria-label": ticker }, list);
  document.querySelector(".tabs > .panel")?.append(state, log);
  const { lang } = document.documentElement;
  const time = () => new Date().toLocaleTimeString(lang, { hourCycle: "h23" });
  let source: EventSource | undefined;

  const show = ({ type, data }: MessageEvent<string>) => {
    if (type === SILENT) return;
    const at = el("time", { datetime: new Date().toISOString() }, time());
    const name = el("span", { class: "tag" }, type);
    list.prepend(el("li", {}, at, " ", name, " ", el("code", {}, data)));
    list.children[MOST]?.remove();
  };

  const open = () => {
    source?.close();
    source = new EventSource(location.pathname + location.search);
    source.addEventListener("open", () => (state.textContent = fill(since, { time: time() })));
    // The browser tries again by itself, from the last event that it has seen.
    source.addEventListener("error", () => (state.textContent = lost));
    for (const name of names) source.addEventListener(name, show);
  };
  const close = () => {
    source?.close();
    source = undefined;
    state.textContent = paused;
  };

  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);
  if (!document.hidden) open();
}
