import { t as readyPlugin } from "../../../../chunks/ready.js";
// plugins/monitoring/probes/ready/shared.ts
/** The readiness of one of several nodes. */
var shared_default = {
	...readyPlugin(", unless that is because of something that all servers share and has lasted only a moment"),
	translations: { es: { "503 while the server starts, while it drains, and while its health is down, unless that is because of something that all servers share and has lasted only a moment; health does not change when it starts or drains.": "503 mientras el servidor arranca, mientras se vacía antes de parar y mientras su salud indica que está caído, salvo que se deba a algo que comparten todos los servidores y dure solo un momento; arrancar y vaciarse no cambian la salud." } }
};
export { shared_default as default };

//# sourceMappingURL=shared.js.map