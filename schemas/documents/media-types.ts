import { z } from "zod";

/** The media types of requests and answers. */
export const MediaTypes = z.object({
  accept: z.array(z.string()).describe("Media types of request bodies."),
  produce: z.array(z.string()).describe("Media types of answers, including errors."),
  defaultAccept: z
    .string()
    .optional()
    .describe("The media type to send; absent when no route takes a body."),
  defaultProduce: z.string().describe("The media type for clients that state no preference."),
});
