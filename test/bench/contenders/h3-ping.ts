/** A bare h3 server with one route, for comparing cold starts. */
import { enableCompileCache } from "node:module";

enableCompileCache();
const { H3, serve } = await import("h3");
const app = new H3().get("/api/ping", () => ({ pong: true }));
serve(app, { port: Number(process.env["PORT"]), hostname: "127.0.0.1", silent: true });
