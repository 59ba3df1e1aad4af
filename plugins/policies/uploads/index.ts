/** Request bodies of bytes and of forms, which handlers read while they arrive. */
import { definePlugin, definePolicy } from "waymark";
import type { ArrivingBody } from "waymark/advanced";
import { describeUpload, UploadShape } from "./declaration.ts";
import type { Parts } from "./types.ts";

const upload = definePolicy({
  id: "upload",
  key: "upload",
  schema: UploadShape,
  upload: describeUpload,
  compile(_route, _ctx, value) {
    if (value === undefined) return undefined;
    const { parts } = value;
    return { receive: parts === undefined ? bytesOf : (body) => partsOf(body, parts) };
  },
});

function bytesOf({ bytes, mediaType, length }: ArrivingBody): unknown {
  return Object.assign(bytes.iterator({ destroyOnReturn: false }), { mediaType, length });
}

/** Loads the parser with the first form, because most servers take none. */
async function* partsOf(body: ArrivingBody, parts: Parts): AsyncGenerator<unknown, void, void> {
  const { readForm } = await import("./form-parts.ts");
  yield* readForm(body, parts);
}

export default definePlugin({
  id: "uploads",
  summary: "Takes files and forms that a handler reads while they arrive.",
  section: "policies",
  policies: [upload],
});
