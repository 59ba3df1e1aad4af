/** Records which modules a process loads. Preload it with `--import`; it answers `modules` over IPC. */
import { registerHooks } from "node:module";

const urls: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    urls.push(url);
    return nextLoad(url, context);
  },
});
process.on("message", () => process.send?.({ urls }));
