/**
 * Preloaded into a process: writes the name of each npm package that it loads, once, as a line of a file; and of each
 * folder of plugins, or file of one, that is for keys of the config.
 */
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["LOADED_PACKAGES"] ?? "";
const known = new Set<string>();

registerHooks({
  load(url, context, next) {
    const [, name] =
      /.*\/node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(url) ??
      /\/(plugins\/(?:identity|writes))\/.*(?<!index|options)\.ts$/.exec(url) ??
      /\/(plugins\/domain)\/.*implementation\.ts$/.exec(url) ??
      /\/(plugins\/listen\/(?:secure|proxied-connections|unix-socket|foreign-request))\.ts/.exec(
        url,
      ) ??
      [];
    if (name !== undefined && !known.has(name)) {
      known.add(name);
      appendFileSync(file, `${name}\n`);
    }
    return next(url, context);
  },
});
