export { t as openStore, n as tableModels } from "../../chunks/store2.js";
