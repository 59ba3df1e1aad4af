export { n as typescriptModule } from "../../chunks/typescript.js";
