export { t as NOT_SERVING, n as createStatus } from "../../chunks/server-status.js";
