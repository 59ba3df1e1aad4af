/** The messages of the console. */
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export type Messages = typeof english;
export const consoleMessages = messagesOf("console", english);
