/** The messages of the page for holders of keys. */
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export const accountMessages = messagesOf("account", english);
