export { t as resource } from "../../../chunks/resource.js";
