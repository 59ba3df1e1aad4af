/** Answers as web Responses, for requests in memory and for streams. */
import { STATUS_CODES, type ServerResponse } from "node:http";
import { FastResponse } from "srvx";
import { sendNodeResponse } from "srvx/node";
import type { Answer } from "../respond/finish.ts";
import { headersOf } from "../respond/head.ts";

const NO_BODY: ReadonlySet<number> = new Set([204, 304]);

type ResponseBody = ConstructorParameters<typeof FastResponse>[0];

export function toResponse(answer: Answer): Response {
  const headers = headersOf(answer.head);
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2)
    pairs.push([headers[at] ?? "", headers[at + 1] ?? ""]);
  if (answer.close) pairs.push(["Connection", "close"]);
  const payload = NO_BODY.has(answer.status) ? undefined : answer.payload;
  // The DOM types do not accept bytes that another thread might share.
  return new FastResponse((payload ?? null) as ResponseBody, {
    status: answer.status,
    statusText: STATUS_CODES[answer.status] ?? "",
    headers: pairs,
  });
}

/** Sends a stream. srvx handles slow clients, and clients that leave. */
export async function sendStream(response: ServerResponse, answer: Answer): Promise<void> {
  await sendNodeResponse(response, toResponse(answer));
}
