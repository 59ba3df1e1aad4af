/** The messages of the page; the playground's are shared. */
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export type Messages = typeof english;
export const developersMessages = messagesOf("developers", english);
