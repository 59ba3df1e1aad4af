export { t as StillDegraded, n as startPlugins } from "../../chunks/start.js";
