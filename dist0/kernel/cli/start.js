export { n as start } from "../../chunks/start2.js";
