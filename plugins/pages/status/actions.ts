/** The actions of `waymark status` within a server, for other tools of operators. */
import type { Runtime, StatusTools } from "waymark/services";
import type { Use } from "./flags.ts";

export function createActions(use: Use & { readonly runtime: Runtime }): StatusTools {
  const { announcements, runtime } = use;
  return {
    async list() {
      const configured = new Set(announcements.configured);
      const all = await announcements.all();
      return all.map((one) => ({ ...one, isConfigured: configured.has(one) }));
    },
    async perform({ kind, action, id, flags }) {
      const actions = await import("./announce.ts");
      const notes: string[] = [];
      const context = {
        args: id === undefined ? {} : { id },
        flags,
        registry: runtime.registry,
        print: () => undefined,
        printTable: () => undefined,
        note: (text: string) => void notes.push(text),
      };
      // A store in memory is this server's own.
      await actions[action]({ ...use, store: undefined }, context, kind);
      return notes.join("\n");
    },
  };
}
