export { t as inspectPostgres } from "../../../chunks/prepare.js";
