/** The bound is stated by the consistency policy, and tested with it. */
import { defineConformance } from "waymark/conformance";

export default defineConformance({
  covers: {},
  optional: { Age: "answers that are current lack it" },
});
