/** The service that the plugins of this folder share. */
import { service } from "waymark";
import type { Connection } from "./connection.ts";
import type { RedisNodes } from "./nodes.ts";

export interface Redis {
  readonly connection: Connection;
  readonly nodes: RedisNodes;
  readonly prefix: string;
  /** Number of events kept. */
  readonly buffer: number;
}
export const Redis = service<Redis>("redis");
