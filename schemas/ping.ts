import { z } from "zod";

/** Proof that the service answers. */
export const Ping = z.object({ pong: z.literal(true) });
