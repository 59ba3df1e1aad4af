/** The policy document of bulk requests. */
import { defineImplementation } from "waymark/advanced";
import { z } from "zod";
import { BulkFormat } from "../../../schemas/documents/plans.ts";

const BulkPolicyDiscovery = z.object({
  supported: z.literal(true),
  planned: z.literal(false),
  maxOperationsPerRequest: z.int().min(1),
  maxAnswerBytes: z
    .int()
    .describe("Bytes of all bodies in one answer together; those that do not fit are left out."),
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
  translations: {
    es: {
      "Read how bulk requests are made, and their limits.":
        "Consulta cómo se hacen las peticiones en bloque y sus límites.",
      "Publishes the limits of bulk requests.": "Publica los límites de las peticiones en bloque.",
      "Bytes of all bodies in one answer together; those that do not fit are left out.":
        "Bytes de todos los cuerpos de una respuesta juntos; los que no caben se omiten.",
      "Time after which no further operation begins.":
        "Tiempo tras el que no empieza ninguna otra operación.",
      "Time after which an atomic request is undone, as other writes wait for it.":
        "Tiempo tras el que se deshace una petición atómica, porque otras escrituras la esperan.",
      "Methods that operations may have.": "Métodos que pueden tener las operaciones.",
      "Whether all operations can be made together, or none of them.":
        "Si todas las operaciones se pueden hacer juntas, o ninguna.",
    },
  },
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
