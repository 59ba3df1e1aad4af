import { z } from "zod";

/** A way to authenticate; `current` is true when requests can use it now. */
export const AuthMethod = z
  .object({ id: z.string(), description: z.string(), current: z.boolean() })
  .meta({ id: "AuthMethod" });

/** All ways to authenticate. */
export const AuthMethods = z.object({ methods: z.array(AuthMethod) });
