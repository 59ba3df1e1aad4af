/** The messages of the page. */
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export type Messages = typeof english;
export const journeyMessages = messagesOf("journey", english);
