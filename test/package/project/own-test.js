// A test of one's own plugins, as a plain script.
import preset from "waymark/preset";
import { createTestServer } from "waymark/testing";
import tea from "./plugins/tea.ts";

const server = await createTestServer({ plugins: [...preset, tea] });
const answer = await server.request("/api/tea");
const { paths } = await (await server.request("/api/openapi")).json();
const { schema } = paths["/api/tea"].get.responses["200"].content["application/json"];
process.stdout.write(JSON.stringify([answer.status, await answer.json(), schema]));
await server.close();
