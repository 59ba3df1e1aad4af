export { t as alertRules } from "../../../../chunks/alert-rules.js";
