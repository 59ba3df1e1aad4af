/** The messages of views. */
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export type Messages = typeof english;
export const viewsMessages = messagesOf("views", english);
