export { i as routes } from "../../chunks/routes.js";
