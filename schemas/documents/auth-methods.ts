import { z } from "zod";

/** A way to say who one is; `current` is true of those that requests can use now. */
export const AuthMethod = z
  .object({ id: z.string(), description: z.string(), current: z.boolean() })
  .meta({ id: "AuthMethod" });

/** Every way to say who one is. */
export const AuthMethods = z.object({ methods: z.array(AuthMethod) });
