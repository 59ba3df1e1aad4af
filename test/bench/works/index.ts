/** Everything that is measured, in the order of the report. */
import { accessLogWork } from "./access-log.ts";
import { clientsWork } from "./clients.ts";
import { coldWork } from "./cold.ts";
import type { Work } from "./context.ts";
import { featuresWork } from "./features.ts";
import { floodsWork } from "./floods.ts";
import { httpWorks } from "./http.ts";
import { identityWork } from "./identity.ts";
import { keysWork } from "./keys.ts";
import { limitWork } from "./limit.ts";
import { memoryWork } from "./memory.ts";
import { nodeStopsWork } from "./node-stops.ts";
import { partsWork } from "./parts.ts";
import { postgresWork } from "./postgres.ts";
import { processorWork } from "./processor.ts";
import { registrySizeWork } from "./registry-size.ts";
import { reloadWork } from "./reload.ts";
import { runtimesWork } from "./runtimes.ts";
import { sharedLimitWork } from "./shared-limit.ts";
import { storeWorks } from "./store.ts";
import { streamsWork } from "./streams.ts";
import { tracingWork } from "./tracing.ts";
import { writesWork } from "./writes.ts";

export const works: readonly Work[] = [
  processorWork,
  limitWork,
  featuresWork,
  runtimesWork,
  ...httpWorks,
  ...storeWorks,
  accessLogWork,
  identityWork,
  floodsWork,
  clientsWork,
  coldWork,
  memoryWork,
  registrySizeWork,
  reloadWork,
  streamsWork,
  writesWork,
  partsWork,
  postgresWork,
  keysWork,
  sharedLimitWork,
  nodeStopsWork,
  tracingWork,
];
