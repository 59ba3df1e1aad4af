/** The policy document of bulk requests. */
import { defineImplementation } from "waymark/advanced";
import { z } from "zod";
import { BulkFormat } from "../../../schemas/documents/plans.ts";
import spanish from "./es.json" with { type: "json" };

const BulkPolicyDiscovery = z.object({
  supported: z.literal(true),
  planned: z.literal(false),
  maxOperationsPerRequest: z.int().min(1),
  maxAnswerBytes: z
    .int()
    .describe("Bytes of all bodies in one answer together; a body that does not fit is left out."),
  maxDurationSeconds: z.number().describe("Time after which no further operation begins."),
  maxAtomicDurationSeconds: z
    .number()
    .describe("Time after which an atomic request is undone, as other writes wait for it."),
  methods: z.array(z.string()).describe("Methods that operations may have."),
  atomic: z.boolean().describe("Whether all operations can be made together, or none of them."),
  requestFormat: BulkFormat,
  responseFormat: BulkFormat,
});

const Statement = BulkPolicyDiscovery.omit({
  supported: true,
  planned: true,
  requestFormat: true,
  responseFormat: true,
});

export default defineImplementation({
  summary: "Publishes the limits of bulk requests.",
  translations: { es: spanish },
  schemas: { BulkPolicyDiscovery },

  routes: {
    showBulkPolicy: {
      method: "GET",
      path: "/api/bulk-policy",
      summary: "Read how bulk requests are made, and their limits.",
      returns: BulkPolicyDiscovery,
      document: true,
      publish: { rootLink: "bulkPolicy", capability: "bulkPolicyDiscovery" },
      cache: { scope: "public", maxAge: "5m" },
    },
  },

  documents: {
    showBulkPolicy: ({ statements }) => ({
      supported: true as const,
      planned: false as const,
      ...Statement.parse(statements["bulk"]),
      requestFormat: {
        mediaType: "application/json",
        description:
          "`operations`: each with `id`, `method`, `path` and optional `headers` and `body`; and `atomic`, for all or none.",
      },
      responseFormat: {
        mediaType: "application/json",
        description:
          "`results`, in the order of the operations: each with `id`, `status`, `headers` and `body`. `refused` names the operation for which an atomic request was undone.",
      },
    }),
  },
});
