import { z } from "zod";

/** Shows that the server answers. */
export const Ping = z.object({ pong: z.literal(true) });
