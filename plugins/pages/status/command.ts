/** `waymark status`: notices and planned maintenance beside a running server, which shows them at once. */
import { didYouMean, show, type Command } from "waymark";
import { ANNOUNCED } from "../../shared/languages.ts";
import { type Context, FLAGS, flagIn, type Kind, type Use } from "./flags.ts";
import { INCIDENT_STATES } from "./announcements.ts";
import type { Options } from "./options.ts";

const KINDS = ["note", "maintenance", "update"] as const satisfies readonly Kind[];
const ACTIONS = ["add", "list", "end", "remove"] as const;
type Action = (typeof ACTIONS)[number];

const texts = (name: string, summary: string) =>
  Object.fromEntries(
    ANNOUNCED.map((tag) => [
      flagIn(name, tag),
      {
        type: "text" as const,
        summary:
          tag === ANNOUNCED[0]
            ? `${summary}, for all languages or in ${tag}`
            : `${summary}, in ${tag}`,
      },
    ]),
  );

export const statusCommand: Command<Use, Options> = {
  summary: "Add, list, end and remove what the status page announces, and updates of incidents",
  args: {
    kind: { summary: KINDS.join(", ") },
    action: { summary: ACTIONS.join(", ") },
    id: {
      summary: "end, remove: id of the announcement; add update: id of the incident",
      optional: true,
    },
  },
  flags: {
    ...texts("title", "add maintenance: its title"),
    ...texts("text", "add: text of the notice, of the update, or of what is done"),
    from: { type: "text", summary: "add: time, or duration from now such as 2h; default now" },
    until: {
      type: "text",
      summary: "add: time, or duration from then on; a notice may have no end",
    },
    affects: {
      type: "text",
      summary: "add maintenance: health checks that may fail, such as store:store, with commas",
    },
    state: { type: "text", summary: `add update: ${INCIDENT_STATES.join(", ")}` },
    json: { type: "boolean", summary: "Print JSON" },
  },
  async run(use, ctx) {
    const { kind, action } = wantedBy(ctx);
    const actions = await import("./announce.ts");
    await actions[action](use, ctx, kind);
  },
};

function wantedBy({ args, flags }: Context): { readonly kind: Kind; readonly action: Action } {
  const kind = oneOf(args["kind"], KINDS, "there is nothing to announce as");
  const action = oneOf(args["action"], ACTIONS, "the action is unknown:");
  const taken = action === "add" ? FLAGS[kind] : [];
  const stray = Object.keys(flags).find((flag) => flag !== "json" && !taken.includes(flag));
  if (stray !== undefined)
    throw new Error(
      `status ${kind} ${action} has no flag --${stray}\n  hint: it takes --${[...taken, "json"].join(", --")}`,
    );
  const needsId =
    action === "end" || action === "remove" || (kind === "update" && action === "add");
  if (needsId === (args["id"] !== undefined)) return { kind, action };
  throw new Error(
    needsId && action === "add"
      ? "status update add needs the id of an incident\n  hint: the address of its page ends with it"
      : needsId
        ? `status ${kind} ${action} needs the id of an announcement\n  hint: waymark status ${kind} list shows ids`
        : `status ${kind} ${action} takes no further argument; received ${show(args["id"])}`,
  );
}

function oneOf<T extends string>(name = "", known: readonly T[], problem: string): T {
  const found = known.find((one) => one === name);
  if (found !== undefined) return found;
  throw new Error(`${problem} ${show(name)}\n  hint: ${didYouMean(name, known)}`);
}
