/** The requests that are measured. */
import { request as httpRequest } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { Answer } from "../contenders/job.ts";

export interface RequestShape {
  readonly method?: "GET" | "POST";
  /** Path with `{n}`, seven digits that no two requests of a run share, and `{m}`, the same modulo 1000. */
  readonly path: string;
  /** Headers, which may have `{n}` and `{m}`, too. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body, which may have `{count}`: `{n}` in as many characters as its number, so that the length stays. */
  readonly body?: string;
}

/** Checks that requests of this shape differ from each other. */
export function varies({ path, headers = {}, body = "" }: RequestShape): boolean {
  return [path, body, ...Object.values(headers)].some((text) => /\{([nma]|count)\}/.test(text));
}

/** Fills in the placeholders of a text: `{n}`, `{m}`, and `{a}` for the n-th address of 10.0.0.0/8. */
export function numbered(text: string, n: number): string {
  return text
    .replaceAll(/\{(n|count)\}/g, String(n).padStart(7, "0"))
    .replaceAll("{m}", String(n % 1000))
    .replaceAll("{a}", `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`);
}

const OF_THE_CONNECTION = new Set(["connection", "keep-alive", "date", "transfer-encoding"]);

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

/** Sends one request over a connection of its own. */
export function ask(port: number, shape: RequestShape, n = 0): Promise<Answer> {
  const { method = "GET", path, headers = {}, body } = shape;
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, numbered(value, n)]),
  );
  const options = {
    port,
    host: "127.0.0.1",
    method,
    path: numbered(path, n),
    headers: own,
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const decode = DECODERS[response.headers["content-encoding"] ?? ""];
        const kept = Object.entries(response.headers).flatMap(([name, value]) =>
          OF_THE_CONNECTION.has(name) ? [] : [[name, String(value)] as const],
        );
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(kept),
          body: (decode === undefined || bytes.length === 0 ? bytes : decode(bytes)).toString(),
        });
      });
    });
    sent.on("error", reject);
    sent.end(body && numbered(body, n));
  });
}
