/** Runs as `prepack` of the root, whose tarball would hold TypeScript, which Node does not run from `node_modules`. */
console.error(
  "npm pack: the root is the source of waymark; installed from a tarball it cannot be imported\n  hint: npm run build && npm pack ./dist",
);
process.exitCode = 1;
