/** A resource as a patch makes it. */
import { JSON_PATCH, problemsOf } from "./input.ts";
import { applyPatch, PatchConflict, PatchExcess, type JsonPatch } from "./json-patch.ts";
import { mergePatch } from "./merge-patch.ts";
import type { Model } from "./model.ts";
import type { Call, Row } from "./rows.ts";

/** Returns it as the body of a replacement would be, validated whole. Refuses a patch that does not apply or fit. */
export function patched({ inputs }: Model, call: Call, before: Row): Row {
  const document =
    call.bodyType === JSON_PATCH
      ? apply(call, before, call.body as JsonPatch) // as its schema made it
      : mergePatch(before, call.body);
  const checked = problemsOf(inputs.replace, document);
  if ("errors" in checked) return call.fail("unprocessable-content", checked);
  return checked.value as Row; // an object, as its schema says
}

function apply(call: Call, before: Row, patch: JsonPatch): unknown {
  try {
    return applyPatch(before, patch);
  } catch (error) {
    if (!(error instanceof PatchConflict)) throw error;
    const errors = [{ detail: error.message, pointer: `/${error.index}` }];
    if (error instanceof PatchExcess) return call.fail("unprocessable-content", { errors });
    const detail = `Operation ${error.index} does not apply: ${error.message}. Nothing was changed.`;
    return call.fail("patch-conflict", { detail, errors });
  }
}
