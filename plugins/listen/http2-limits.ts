/** The time limit of HTTP/2 requests, which Node has for HTTP/1.1 alone. */
import { constants, type Http2ServerResponse } from "node:http2";
import type { Refusal } from "waymark";
import type { Http2Request } from "./http2-messages.ts";

/** Milliseconds that a request may take to arrive. */
const REQUEST_MS = 30_000;

/** @param refuse refuses a body that is being received, or returns false when none is. */
export function limitTime(
  request: Http2Request,
  { stream }: Pick<Http2ServerResponse, "stream">,
  refuse: (refusal: Refusal) => boolean,
  requestMs = REQUEST_MS,
): void {
  if (request.complete) return;
  const late = setTimeout(() => {
    if (!request.complete && !refuse({ code: "request-timeout" }))
      stream.close(constants.NGHTTP2_CANCEL);
  }, requestMs);
  const end = () => clearTimeout(late);
  request.once("end", end);
  stream.once("close", end);
}
