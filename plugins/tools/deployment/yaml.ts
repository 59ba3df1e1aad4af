/** YAML for other programs: quoted so that readers of version 1.1 see the same texts, without references. */
import { stringify } from "yaml";

export function toYaml(value: unknown): string {
  return stringify(value, { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 });
}
