import { z } from "zod";

export const Ping = z.object({ pong: z.literal(true) });
