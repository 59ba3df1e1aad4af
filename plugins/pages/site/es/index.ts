/** Texts of the kernel and of the plugins of the preset, in Spanish. Other plugins bring their own. */
import { DETAILS } from "./details.ts";
import { ERRORS } from "./errors.ts";
import { FIELDS } from "./fields.ts";
import { OPERATIONS } from "./operations.ts";
import { PARAMETERS } from "./parameters.ts";
import { PLUGINS } from "./plugins.ts";
import { RELEASES } from "./releases.ts";

export const ES: Readonly<Record<string, string>> = {
  ...OPERATIONS,
  ...ERRORS,
  ...PLUGINS,
  ...PARAMETERS,
  ...FIELDS,
  ...DETAILS,
  ...RELEASES,
};
