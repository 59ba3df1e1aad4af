// A program that runs a service itself.
import { boot, createLog, BootError, startServer } from "waymark/server";
import tea from "./plugins/tea.ts";

const log = await createLog({ level: "warn" });
const from = { cwd: import.meta.dirname, env: {}, file: false };
const base = { store: { file: ":memory:" }, "access-log": false };

const booted = await boot({ ...from, overrides: { port: 0, plugins: { ...base, tea } } });
const server = await startServer(booted, { log });
const answer = await fetch(`${server.url}/api/tea`);
await server.reload(await boot({ ...from, overrides: { plugins: base } }));
const gone = await server.fetch(new Request("http://localhost/api/tea"));
await server.close();

const refused = await boot({ ...from, overrides: { port: -1 } }).catch((error) =>
  error instanceof BootError ? error.code : error,
);
process.stdout.write(JSON.stringify([answer.status, gone.status, refused]));
