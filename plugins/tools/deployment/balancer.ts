/** HAProxy in front of the nodes. */
import type { Facts } from "./facts.ts";

/** Port at which the balancer takes requests. */
export const BALANCER_PORT = 8080;
/** Port of HTTPS, if the address of the service begins with it. */
export const SECURE_PORT = 8443;
/** The balancer's certificate and key in one file, beside its configuration. */
export const CERTIFICATE = "tls.pem";

/** Requests at a time that one node gets; more wait at the balancer. Event streams are among them. */
const NODE_CONNECTIONS = 1500;

/** Looks without an answer after which a node gets no requests. */
const FALL = 2;

/** Checks that clients come by TLS, which the balancer ends. */
export function isHttps(baseUrl: string | undefined): boolean {
  return baseUrl?.startsWith("https:") === true;
}

/** Facts that the configuration of the balancer follows. */
export type BalancerFacts = Pick<
  Facts,
  "name" | "into" | "port" | "nodes" | "ready" | "delaySeconds" | "listeners" | "baseUrl"
>;

export function haproxyConfig(facts: BalancerFacts): string {
  const { name, into, port, nodes, ready, delaySeconds, listeners } = facts;
  const isSecure = isHttps(facts.baseUrl);
  const options = [
    "check",
    ...(listeners.tls === undefined ? [] : ["ssl verify none"]),
    ...(listeners.hasProxyProtocol ? ["send-proxy-v2-ssl check-send-proxy"] : []),
  ].join(" ");
  const servers = nodeNames(nodes).map((node) => `  server ${node} ${node}:${port} ${options}\n`);
  // A node that stops has to be noticed within `stop.delay`.
  const everyMs = Math.max(200, Math.min(1000, Math.floor((delaySeconds * 1000) / (FALL + 1))));
  const check = ready === undefined ? "" : READINESS.replace("PATH", ready);
  return `# ${name}: requests go to every node that is ready. Checked with: haproxy -c -f ${into}/haproxy.cfg
global
  log stdout format raw local0 info
  # Files beside this one are found from any folder.
  default-path config
  # Two descriptors each: within the limits of most systems.
  maxconn 4000
  # The time of the stop of a node, so that streams end before this process does.
  hard-stop-after 60s

# A container that starts again may have another address.
resolvers names
  parse-resolv-conf
  hold valid 5s

defaults
  mode http
  log global
  timeout connect 2s
  timeout client 60s
  # Longer than any handler may take, and than the pause between two heartbeats of an event stream.
  timeout server 60s
  timeout http-request 10s
  # A node that hangs is found within three seconds, and what waits for it ends.
  timeout check 1s
  timeout queue 10s
  # A node that is not ready gets no requests before its stop.delay has passed.
  default-server inter ${everyMs}ms fall ${FALL} rise 1 maxconn ${NODE_CONNECTIONS} on-marked-down shutdown-sessions resolvers names init-addr last,libc,none
  # Requests that no node has received are sent again; reads also where a node has closed the connection.
  retries 2
  retry-on conn-failure empty-response
  option redispatch
${ERRORS}${listeners.metrics === undefined ? "" : MEASURED}
frontend clients
  bind :${BALANCER_PORT}${isSecure ? SECURE : ""}
  # The trace of a stranger would decide what is recorded.
  http-request del-header traceparent
  http-request del-header tracestate
  # Clients may send these too; the service believes only this proxy.
  http-request del-header X-Forwarded-For
  http-request set-header X-Forwarded-Proto ${isSecure ? "https" : "http"}
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  option forwardfor
  default_backend nodes

backend nodes
  balance leastconn
  http-request disable-l7-retry unless METH_GET or { method HEAD OPTIONS }
  http-reuse ${listeners.hasProxyProtocol ? "never" : "safe"}
${listeners.tls === undefined ? "" : NETWORK}${check}${servers.join("")}`;
}

/** Shown for scrapers and operators, if the nodes are scraped, too. */
const MEASURED = `
# What the balancer refuses is counted at no node. The port is for the inner network.
frontend metrics
  bind :8405
  http-request use-service prometheus-exporter if { path /metrics }
  stats enable
  stats uri /
`;

/** Takes HTTPS at another port, and redirects to it. */
const SECURE = `
  # Certificate and key in one file. Where something in front ends TLS, take these two lines out.
  bind :${SECURE_PORT} ssl crt ${CERTIFICATE} alpn h2,http/1.1
  http-request redirect scheme https code 308 unless { ssl_fc }`;

/** Errors of the balancer itself, in the form that the errors of the service have. */
const ERRORS = [
  [400, "malformed-request", "The request is not well-formed HTTP."],
  [408, "request-timeout", "The request was not received in time."],
  [502, "service-unavailable", "The service cannot answer at the moment."],
  [503, "service-unavailable", "The service cannot answer at the moment."],
  [504, "service-unavailable", "The service did not answer in time."],
]
  .map(([status, code, message]) => {
    const body = JSON.stringify({ error: { code, message, status } });
    const wait = Number(status) < 500 ? "" : " hdr Retry-After 2";
    return `  http-error status ${status} content-type application/json string '${body}' hdr Cache-Control no-store${wait}\n`;
  })
  .join("");

const NETWORK = `  # The certificate has the names that clients use; the network is this balancer's own.
`;

const READINESS = `  option httpchk
  http-check send meth GET uri PATH ver HTTP/1.1 hdr Host balancer
  http-check expect status 200
`;

export function nodeNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `node-${index + 1}`);
}
