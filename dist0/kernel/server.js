import { t as createLog } from "../chunks/log.js";
import { t as boot } from "../chunks/boot.js";
import { t as BootError } from "../chunks/boot-errors.js";
import { t as startServer } from "../chunks/server.js";
export { BootError, boot, createLog, startServer };
