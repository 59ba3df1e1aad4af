/** Commands that do one of several things, such as `waymark keys rotate`. */
import { didYouMean, show, type CommandContext } from "waymark";
import type { Store } from "waymark/services";

export interface Action<Run> {
  readonly run: Run;
  /** Flags that it takes. `json` is for every action. */
  readonly flags?: readonly string[];
  /** The action needs the argument `id`, which the others do not take. Default: false. */
  readonly needsId?: boolean;
}

/** Throws if a command has a store of its own, so that it would report success and change nothing for any server. */
export function requireSharedStore(store: Pick<Store, "inMemory"> | undefined): void {
  if (store?.inMemory === true)
    throw new Error(
      'the store is in memory, so no server would see what this command changes\n  hint: set "file" of the plugin "store" to a path, or DATABASE_URL to a database, for the command and the servers alike',
    );
}

/**
 * Returns what the command line names under `action`. Throws for an unknown one, for flags of other actions, and for an id
 * too many or too few.
 *
 * @param noun what has the id: `key`.
 */
export function chosenAction<Run, Options>(
  actions: Readonly<Record<string, Action<Run>>>,
  { args: { action: name = "", id = "" }, flags: received }: CommandContext<Options>,
  command: string,
  noun: string,
): Run {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) {
    const hint = didYouMean(name, Object.keys(actions));
    throw new Error(`the action ${show(name)} is unknown\n  hint: ${hint}`);
  }
  const { run, flags = [], needsId = false } = action;
  const taken = [...flags, "json"];
  const stray = Object.keys(received).find((flag) => !taken.includes(flag));
  if (stray !== undefined)
    throw new Error(
      `${command} ${name} has no flag --${stray}\n  hint: it takes --${taken.join(", --")}`,
    );
  if (needsId && id === "")
    throw new Error(
      `${command} ${name} needs the id of a ${noun}\n  hint: waymark ${command} list shows ids`,
    );
  if (!needsId && id !== "") throw new Error(`${command} ${name} takes no further argument`);
  return run;
}
