/** The messages of the reference. */
import { messagesOf } from "../shared/messages.ts";
import english from "./messages.json" with { type: "json" };

export type Messages = typeof english;
export const referenceMessages = messagesOf("reference", english);
