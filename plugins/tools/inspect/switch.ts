/** `waymark plugins enable`, `waymark plugins disable` and `waymark plugins undo`. */
import { relative } from "node:path";
import type { ToolContext } from "waymark";
import { configHere, loadConfig, UsageError } from "waymark/tools";
import { renderChanges, toData } from "../../shared/diff/report.ts";
import { applyText, undoText } from "../../shared/setting/apply.ts";
import { previewSetting } from "../../shared/setting/preview.ts";

export const enable = (context: ToolContext) => change(context, true);
export const disable = (context: ToolContext) => change(context, false);

async function change(
  { args, config, flags, print, note }: ToolContext,
  on: boolean,
): Promise<void> {
  const { plugin = "" } = args;
  const isApplied = flags["apply"] === true;
  if (isApplied && flags["preview"] === true)
    throw new UsageError("--preview writes nothing, and --apply writes\n  hint: choose one");
  const { before, after, changes, file, text, next } = await previewSetting(config, plugin, { on });
  if (isApplied) await applyText(file, text, next);
  const name = relative(process.cwd(), file);
  if (flags["json"] === true) {
    const data = { ...toData(before, after, changes), file: name, applied: isApplied };
    return print(JSON.stringify(data, undefined, 2));
  }
  print(renderChanges(changes));
  note(
    isApplied
      ? `\n${name}: ${plugin} is ${on ? "on" : "off"}; waymark plugins undo restores the file`
      : `\nnothing was written; --apply writes ${name}`,
  );
}

export async function undo({ config, note }: ToolContext): Promise<void> {
  const { file } = await loadConfig(configHere(config));
  if (file === undefined) throw new UsageError("there is nothing to undo: there is no config file");
  await undoText(file);
  note(`${relative(process.cwd(), file)}: as it was before the last switch`);
}
