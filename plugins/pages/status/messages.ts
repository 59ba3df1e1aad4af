/** The messages of the status pages. */
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export type Messages = typeof english;
export const statusMessages = messagesOf("status", english);
