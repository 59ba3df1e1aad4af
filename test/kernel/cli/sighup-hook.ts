/** Preloaded into a process: sends it SIGHUP as soon as it loads the command line, and again with the first command. */
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    if (/\/cli\/(?:main|start)\.ts$/.test(url)) process.kill(process.pid, "SIGHUP");
    return next(url, context);
  },
});
