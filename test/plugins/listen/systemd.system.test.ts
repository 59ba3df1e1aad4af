/** `waymark start` as a service of systemd with `Type=notify`. A program in place of systemd-notify notes what it is to send. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { start } from "../../kernel/cli/_server.ts";
import { folderOf } from "../../_folder.ts";

const PRIVATE = { WAYMARK_SUPPORT: "true" };

function service(program: string) {
  const folder = folderOf({ "waymark.config.yaml": "", "systemd-notify": program });
  chmodSync(join(folder, "systemd-notify"), 0o755);
  const path = `${folder}${delimiter}${process.env["PATH"]}`;
  const env = { ...PRIVATE, PATH: path, NOTIFY_SOCKET: "@none", WATCHDOG_USEC: "400000" };
  const notes = join(folder, "notes");
  return {
    server: start(folder, { env }),
    configure: (text: string) => writeFileSync(join(folder, "waymark.config.yaml"), text),
    sent: () => (existsSync(notes) ? readFileSync(notes, "utf8").split("\n").slice(0, -1) : []),
  };
}

it("says that it is ready, alive, reloading and stopping, in this order", async () => {
  const { server, configure, sent } = service(
    '#!/bin/sh\necho "$@ $NOTIFY_SOCKET $WAYMARK_SUPPORT" >> "$(dirname "$0")/notes"\n',
  );
  const url = await server.url();
  await expect.poll(sent).toContain("WATCHDOG=1 @none ");
  configure("plugins: { bulk: false }");
  await server.line(/^reloaded$/);
  configure("plugins: { bulk: maybe }");
  await server.line(/^the config cannot be used/);
  server.kill("SIGINT");
  expect((await server.ended).code).toBe(0);
  await expect.poll(sent).toContain("STOPPING=1 STATUS=stopping @none ");
  const ready = new RegExp(`^READY=1 STATUS=listening on ${url}, revision \\w+`);
  const reloading = /^RELOADING=1 MONOTONIC_USEC=\d+ STATUS=reloading/;
  expect(sent().filter((line) => !line.startsWith("WATCHDOG"))).toEqual([
    expect.stringMatching(ready),
    expect.stringMatching(reloading),
    expect.stringMatching(ready),
    expect.stringMatching(reloading),
    expect.stringMatching(/; the new config cannot be used @none $/),
    "STOPPING=1 STATUS=stopping @none ",
  ]);
});

it("works without the program, and says so once", async () => {
  const { server } = service("#!/bin/sh\nexit 1\n");
  await server.line(/^systemd cannot be notified/);
  expect((await fetch(`${await server.url()}/api/ping`)).status).toBe(200);
  server.kill("SIGINT");
  const { stdout } = await server.ended;
  expect(stdout.match(/systemd cannot be notified/g)).toHaveLength(1);
});
