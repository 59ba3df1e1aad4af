/** The messages of the page and of the dialog. */
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export type Messages = typeof english;
export const searchMessages = messagesOf("search", english);
