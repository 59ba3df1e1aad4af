/** The API for language models: the Model Context Protocol of 2026-07-28, and of 2025-11-25 for clients that initialise. */
import { definePlugin } from "waymark";
import { currentCall } from "waymark/advanced";
import { EventBus, Runtime } from "waymark/services";
import { MEDIA_TYPES, Message, MessageHeaders, Options } from "./declarations.ts";
import { mcpPolicy } from "./policy.ts";
import type { Serve } from "./serve.ts";

declare module "waymark" {
  interface ErrorCodes {
    readonly "mcp-origin-refused": true;
    readonly "mcp-writes-off": true;
  }
}

export default definePlugin({
  id: "mcp",
  summary: "Offers the API to language models, through the Model Context Protocol.",
  section: "discovery",
  icon: "M2.75 5.75h10.5v8H2.75zM8 5.75v-3.5M6 9v1.5M10 9v1.5M.75 9v1.5M15.25 9v1.5",
  options: Options,
  needs: { runtime: Runtime, bus: EventBus },
  async setup(_use, { options, queue, registry }) {
    if (options.tools.length > 0) (await import("./own-tools.ts")).checkBudget(registry, options);
    const places = queue("subscriptions", {
      places: options.maxSubscriptions,
      perRoute: options.maxSubscriptions,
      maxWaiting: 0,
      maxWaitMs: 0,
    });
    return { state: { places, anonymous: new WeakSet() } };
  },
  policies: [mcpPolicy],
  doors: () => import("./doors.ts"),
  errors: {
    "mcp-origin-refused": {
      status: 403,
      message: "Pages of this origin may not send requests here.",
      cause: "A browser sends the request for a page of another origin, which may be hostile.",
      remedy:
        "Send it from a program, or ask the operator to name the origin in the option `origins`.",
    },
    "mcp-writes-off": {
      status: 403,
      message: "Operations that change something are not offered to language models here.",
      cause: "The operator has not switched writes on for the protocol.",
      remedy: "Send the request itself, or ask the operator to set the option `writes`.",
    },
  },

  routes: {
    postMessage: {
      method: "POST",
      path: "/mcp",
      summary: "Send a message of the Model Context Protocol.",
      description:
        "For language models: tools find, describe and call every operation, under the rules that hold for any other client. A message that names version 2026-07-28 of the protocol stands for itself; clients of 2025-11-25 initialise first.",
      headers: MessageHeaders,
      body: Message,
      maxPayloadBytes: 262_144,
      bytes: { mediaTypes: MEDIA_TYPES, streamed: true },
      statuses: [202, 400, 404],
      errors: ["mcp-origin-refused"],
      idempotency: "none",
      transaction: false,
      news: false, // they follow from the writes that it passes on
      publish: { capability: "mcp" },
    },
    showGuide: {
      method: "GET",
      path: "/developers/mcp",
      summary: "Read how language models use the API.",
      page: {
        title: "Language models",
        description:
          "The API through the Model Context Protocol, with lines to paste into clients.",
        menu: "none",
        updated: "2026-11-28",
      },
      languages: ["*"],
      document: true,
      publish: { rootLink: "mcp" }, // the endpoint itself cannot be read with GET
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showGuide: async (registry, options, language) =>
      (await import("./guide/page.ts")).guide(registry, options, language),
  },

  commands: {
    mcp: {
      summary: "Speak the Model Context Protocol over standard input and output",
      flags: {
        url: {
          type: "text",
          valueHint: "origin",
          summary: "Origin of a running server. Default: start one within this process",
        },
        header: {
          type: "text",
          valueHint: "name: value",
          summary:
            "Credentials to send with each request, or @file with one header a line; may be repeated, never printed",
        },
      },
      load: () => import("./stdio.ts"),
    },
  },

  handlers: ({ runtime, bus }, { options, registry, log, state: { places, anonymous } }) => {
    let serve: Serve | undefined;
    return {
      async postMessage(call) {
        const asking = currentCall();
        if (serve === undefined) {
          // The library is large, so it waits for the first message.
          const { createServe } = await import("./serve.ts");
          serve = createServe({ runtime, bus, registry, options, places, log });
        }
        const { status, headers, body } = await serve(call, (code) => {
          if (code === "authentication-required" && asking !== undefined) anonymous.add(asking);
        });
        if (status >= 500) throw new Error(`the library answered with ${status}`);
        if (status === 202 || status === 404) call.status(status);
        else if (status !== 200) call.status(400);
        const [json, events] = MEDIA_TYPES;
        const isStream = headers.get("content-type")?.startsWith(events);
        return { bytes: body ?? new Uint8Array(), mediaType: isStream ? events : json };
      },
    };
  },
});
