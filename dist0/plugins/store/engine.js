export { t as inspectDatabase, n as openDatabase, r as sqliteFile } from "../../chunks/engine.js";
