/** Shows rounds and deliveries to observers, such as a tracer. */
import { Tracepoint } from "waymark";
import type { Span } from "waymark/advanced";
import type { Claimed } from "./deliveries.ts";
import type { SubscriptionRow } from "./schemas.ts";
import type { Answer } from "./target.ts";

const rounds = new Tracepoint("webhooks");
const sending = new Tracepoint("delivery");

/** Runs a round that looks for deliveries and starts them. */
export function watchedRound(round: () => Promise<void>): Promise<void> {
  return rounds.isWatched ? rounds.run({ name: "webhooks", attributes: {} }, round) : round();
}

/** Runs an attempt, whose span is part of the trace in which the change was made. */
export function watchedAttempt(
  { type, message, trace }: Claimed,
  { id, url }: SubscriptionRow,
  headers: Headers,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  if (!sending.isWatched) return attempt();
  const span: Span = {
    name: `deliver ${type}`,
    kind: "client",
    attributes: {
      "http.request.method": "POST",
      "server.address": URL.parse(url)?.hostname,
      "messaging.message.id": message,
      "waymark.subscription": id,
    },
    incoming: (name) => (name === "traceparent" ? trace : undefined),
    outgoing: headers,
  };
  return sending.run(span, async () => {
    const answer = await attempt();
    span.attributes["http.response.status_code"] = answer.status;
    return answer;
  });
}
