export { t as default } from "../../chunks/store.js";
