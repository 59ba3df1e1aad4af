/** A plugin of tests: broken while a file exists, and shows the incidents that the node knows. */
import { existsSync } from "node:fs";
import { definePlugin } from "waymark";
import { History } from "waymark/services";
import { z } from "zod";

const Incident = z.object({
  subject: z.string(),
  to: z.string(),
  here: z.boolean(),
  isOpen: z.boolean(),
});

export default definePlugin({
  id: "breakable",
  summary: "Is broken while a file exists.",
  options: z.strictObject({ file: z.string() }),
  needs: { history: History },
  routes: {
    listIncidents: {
      method: "GET",
      path: "/incidents",
      summary: "Read the incidents.",
      returns: z.object({ incidents: z.array(Incident) }),
      cache: "no-store",
    },
  },
  handlers: ({ history }) => ({
    listIncidents: async () => ({
      incidents: (await history.incidents(100))
        .filter(({ subject }) => subject.startsWith("breakable"))
        .map(({ end, ...incident }) => ({ ...incident, isOpen: end === undefined })),
    }),
  }),
  health: (_use, { options: { file } }) => ({
    file: () => {
      if (existsSync(file)) throw new Error("the file is there");
    },
  }),
});
