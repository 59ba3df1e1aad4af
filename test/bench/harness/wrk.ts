/** Input and output of wrk. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Load } from "./load.ts";
import { varies, type RequestShape } from "./request.ts";

const quoted = (text: string) => JSON.stringify(text); // Lua reads these escapes too

/** Writes a script for wrk. Requests that do not vary are written once. */
export function wrkScript(shape: RequestShape, from: number): { path: string; remove: () => void } {
  const { method = "GET", path, headers = {}, body } = shape;
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`,
  );
  const script = [
    `wrk.method = ${quoted(method)}`,
    ...lines,
    ...(body === undefined ? [] : [`wrk.body = ${quoted(body)}`]),
    // Without a function of its own, wrk sends the same bytes again and again.
    ...(varies(shape) ? variedRequests(path, from) : [`wrk.path = ${quoted(path)}`]),
  ].join("\n");
  const folder = mkdtempSync(join(tmpdir(), "waymark-wrk-"));
  const file = join(folder, "script.lua");
  writeFileSync(file, script);
  return { path: file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Writes Lua that fills in placeholders as `numbered` does. */
function variedRequests(path: string, from: number): string[] {
  return [
    `local n = ${from}`,
    "local template",
    "function init(args)",
    `  template = wrk.format(nil, ${quoted(path)})`,
    "end",
    "local function part(name)",
    '  if name == "n" or name == "count" then return string.format("%07d", n) end',
    '  if name == "m" then return tostring(n % 1000) end',
    '  if name ~= "a" then return nil end',
    "  local high, middle = math.floor(n / 65536) % 256, math.floor(n / 256) % 256",
    '  return string.format("10.%d.%d.%d", high, middle, n % 256)',
    "end",
    "function request()",
    "  n = n + 1",
    '  return (string.gsub(template, "{(%a+)}", part))',
    "end",
  ];
}

const MILLISECONDS = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

export function readWrk(output: string): Load {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  const [, value, unit = "ms"] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(output) ?? [];
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+)/.exec(output);
  return {
    requests: number(/(\d+) requests in/),
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p99: Number(value) * MILLISECONDS[unit as keyof typeof MILLISECONDS], // the units above
    refused: number(/Non-2xx or 3xx responses: (\d+)/),
    broken: (errors ?? []).slice(1).reduce((sum, count) => sum + Number(count), 0),
  };
}
