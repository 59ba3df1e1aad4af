/** Answers as web Responses, for requests in memory. */
import { STATUS_CODES } from "node:http";
import type { Answer } from "../respond/finish.ts";
import { headersOf } from "../respond/head.ts";
import { ByteSource } from "../respond/stream.ts";

const NO_BODY: ReadonlySet<number> = new Set([204, 304]);

export function toResponse(answer: Answer): Response {
  const headers = headersOf(answer.head);
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2)
    pairs.push([headers[at] ?? "", headers[at + 1] ?? ""]);
  if (answer.close) pairs.push(["Connection", "close"]);
  const whole = NO_BODY.has(answer.status) ? undefined : answer.payload;
  const payload = whole instanceof ByteSource ? toReadable(whole) : whole;
  // The DOM types do not accept bytes that another thread might share.
  return new Response((payload ?? null) as ConstructorParameters<typeof Response>[0], {
    status: answer.status,
    statusText: STATUS_CODES[answer.status] ?? "",
    headers: pairs,
  });
}

/** Returns the web's stream of a body. */
function toReadable(source: ByteSource): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(sink) {
        const chunk = await source.next();
        if (chunk === undefined) sink.close();
        else sink.enqueue(chunk);
      },
      cancel: () => source.cancel(),
    },
    { highWaterMark: 0 },
  );
}
