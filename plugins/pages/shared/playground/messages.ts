/** The messages of the playground; its script receives the texts with the description of the API. */
import { messagesOf } from "../messages.ts";
import english from "./messages.json" with { type: "json" };

export const playgroundMessages = messagesOf("playground", english);
