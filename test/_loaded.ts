/** Reports, in a process that preloads it, which files of the repository were imported, when the parent asks. */
import { registerHooks } from "node:module";

const root = new URL("../", import.meta.url).href;
const files: string[] = [];

registerHooks({
  load(url, context, next) {
    if (url.startsWith(root) && !url.includes("/node_modules/")) files.push(url);
    return next(url, context);
  },
});
process.on("message", () => process.send?.(files));
