export { t as inspectSqlite } from "../../../chunks/inspect.js";
