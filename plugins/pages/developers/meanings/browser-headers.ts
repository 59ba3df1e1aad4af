/** The meaning of response headers that only browsers act on, by lower-case name. */
import { type Explanation, fetchStandard, rfc, w3c } from "./specs.ts";

export const BROWSER_HEADERS: Readonly<Record<string, Explanation>> = {
  // Other sites.
  "access-control-allow-origin": {
    en: "Which other sites may read this answer; `*` means all.",
    es: "Qué otros sitios pueden leer esta respuesta; `*` significa todos.",
    spec: fetchStandard("CORS", "http-access-control-allow-origin"),
  },
  "access-control-expose-headers": {
    en: "The headers that scripts of other sites may read, in addition to the usual ones.",
    es: "Las cabeceras que pueden leer los scripts de otros sitios, además de las habituales.",
    spec: fetchStandard("CORS", "http-access-control-expose-headers"),
  },
  "access-control-allow-methods": {
    en: "The methods that scripts of other sites may use here.",
    es: "Los métodos que pueden usar aquí los scripts de otros sitios.",
    spec: fetchStandard("CORS", "http-access-control-allow-methods"),
  },
  "access-control-allow-headers": {
    en: "The request headers that scripts of other sites may send.",
    es: "Las cabeceras que pueden enviar los scripts de otros sitios.",
    spec: fetchStandard("CORS", "http-access-control-allow-headers"),
  },
  "access-control-allow-credentials": {
    en: "Whether scripts of other sites may send credentials, such as cookies.",
    es: "Si los scripts de otros sitios pueden enviar credenciales, como las cookies.",
    spec: fetchStandard("CORS", "http-access-control-allow-credentials"),
  },
  "access-control-max-age": {
    en: "Seconds for which browsers may remember what is allowed here.",
    es: "Segundos durante los que el navegador puede recordar lo que aquí se permite.",
    spec: fetchStandard("CORS", "http-access-control-max-age"),
  },
  "cross-origin-resource-policy": {
    en: "Which sites may embed this answer.",
    es: "Qué sitios pueden incrustar esta respuesta.",
    spec: fetchStandard(
      "Cross-Origin-Resource-Policy header",
      "cross-origin-resource-policy-header",
    ),
  },
  // Safety in browsers.
  "strict-transport-security": {
    en: "Browsers must use HTTPS only, for this many seconds.",
    es: "Los navegadores deben usar solo HTTPS durante este número de segundos.",
    spec: rfc(6797, "6.1"),
  },
  "content-security-policy": {
    en: "What the answer may load, and who may frame it, when it is shown as a page.",
    es: "Qué puede cargar la respuesta, y quién puede enmarcarla, cuando se muestra como página.",
    spec: w3c("Content Security Policy Level 3, 3.1", "CSP3/#csp-header"),
  },
  "permissions-policy": {
    en: "Which features of the device the answer may use when it is shown as a page.",
    es: "Qué funciones del dispositivo puede usar la respuesta cuando se muestra como página.",
    spec: w3c(
      "Permissions Policy, Permissions-Policy",
      "permissions-policy/#permissions-policy-http-header-field",
    ),
  },
  "referrer-policy": {
    en: "How much of this address the next site receives when a link is followed.",
    es: "Qué parte de esta dirección recibe el sitio siguiente al seguir un enlace.",
    spec: w3c(
      "Referrer Policy, 4.1",
      "referrer-policy/#referrer-policy-delivery-referrer-policy-header",
    ),
  },
  "x-content-type-options": {
    en: "Browsers must trust Content-Type and not guess the type.",
    es: "Los navegadores deben fiarse de Content-Type y no adivinar el tipo.",
    spec: fetchStandard("X-Content-Type-Options header", "x-content-type-options-header"),
  },
  "x-accel-buffering": {
    en: "Asks proxies to forward each event at once; specific to nginx, not a standard.",
    es: "Pide a los intermediarios que reenvíen cada evento al momento; es propia de nginx, no un estándar.",
    spec: {
      name: "nginx, proxy_buffering",
      href: "https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering",
    },
  },
};
