/** The script of views: it changes resources in place, and shows events as they happen. */
import type { LiveData } from "../model.ts";
import { Editor, mayChange } from "./editor.ts";
import { showEvents } from "./ticker.ts";

const inside = document.querySelector<HTMLScriptElement>("[data-live-view] > script");
if (inside !== null) await start(JSON.parse(inside.text) as LiveData);

async function start({ messages, events, change }: LiveData): Promise<void> {
  if (events !== undefined) showEvents(events, messages);
  if (change !== undefined && (await mayChange(change))) new Editor(messages, change).offer();
}
