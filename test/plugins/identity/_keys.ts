/** Keys for tests: created over HTTP by Kim, who may manage them. */
import type { TestServer, TestServerOptions } from "waymark/testing";
import type { PluginSetting } from "waymark";
import { expect } from "vitest";
import { json, jsonRequest } from "../../_setup.ts";
import { as, startNotes } from "./_setup.ts";

export interface Created {
  readonly id: string;
  readonly token: string;
  readonly [member: string]: unknown;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export function startKeys(
  options: TestServerOptions = {},
  access: PluginSetting = {},
): Promise<TestServer> {
  const { config = {} } = options;
  const plugins = { "api-keys": true, ...config.plugins };
  return startNotes({ ...options, config: { ...config, plugins } }, access);
}

/** Sends JSON, by default as Kim. */
export function send(
  server: Pick<TestServer, "request">,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = as("kim"),
): Promise<Response> {
  return server.request(path, jsonRequest(method, body, headers));
}

export async function createKey(server: TestServer, wanted: object = {}): Promise<Created> {
  const answer = await send(server, "POST", "/api/keys", { name: "Test", ...wanted });
  expect(answer.status).toBe(201);
  return json<Created>(answer);
}

/** Status of a list that asks for a principal. */
export async function statusOf(
  server: Pick<TestServer, "request">,
  token: string,
): Promise<number> {
  return (await server.request("/api/known", { headers: bearer(token) })).status;
}
