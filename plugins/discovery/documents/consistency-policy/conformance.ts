import { defineConformance } from "waymark/conformance";

const because = "a promise about data in the database, which no request shows without caches";

export default defineConformance({
  covers: {
    model: { because },
    visibility: { because },
    typicalMs: { because },
    maxMs: { because },
    scope: { because },
    engine: { because },
  },
});
