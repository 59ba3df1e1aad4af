export { t as sampleRequests } from "../../../chunks/requests2.js";
