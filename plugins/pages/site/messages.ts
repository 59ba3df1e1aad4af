/** The messages of the layout and of error pages. */
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export type Messages = typeof english;
export const siteMessages = messagesOf("site", english);
