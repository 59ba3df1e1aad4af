/** The readiness of one of several nodes. */
import { readyPlugin } from "./index.ts";

export default readyPlugin(
  ", unless that is because of something that all servers share and has lasted only a moment",
);
