/** The request that an answer belongs to. */
import { COMMANDS, VARIABLE } from "../shared/commands.ts";
import type { ViewContext } from "./answer-view.ts";
import { copyButton, el } from "./dom.ts";
import type { Head } from "./send.ts";

/** The request as it was sent, and as commands. */
export function requestView(
  { call, redirectedTo }: Pick<Head, "call" | "redirectedTo">,
  context: ViewContext,
): HTMLElement {
  const { messages, api } = context;
  const { credential } = call;
  const lines = [
    `${call.method} ${call.target} HTTP`,
    ...call.headers.map(([name, value]) => `${name}: ${value}`),
    ...(credential === undefined ? [] : [`${credential.header}: ${credential.prefix}$${VARIABLE}`]),
    ...(call.body === undefined ? [] : ["", call.body]),
  ];
  const followed = redirectedTo === undefined ? call : { ...call, target: redirectedTo };
  return el(
    "div",
    {},
    el("h4", {}, messages.sentAs),
    el("pre", { class: "command", "data-request": true }, lines.join("\n")),
    el(
      "details",
      {},
      el("summary", {}, messages.asCommand),
      ...Object.entries(COMMANDS).map(([name, write]) => {
        const text = write(followed, api.baseUrl);
        return el(
          "figure",
          {},
          el(
            "figcaption",
            {},
            name,
            " ",
            copyButton(messages, () => text),
          ),
          el("pre", { class: "command" }, text),
        );
      }),
    ),
  );
}
