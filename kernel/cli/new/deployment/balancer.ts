/** HAProxy in front of the nodes. */
import type { Facts } from "./facts.ts";

/** Port at which the balancer takes requests. */
export const BALANCER_PORT = 8080;

/** Looks without an answer after which a node gets no requests. */
const FALL = 2;

export function haproxyConfig(facts: Facts): string {
  const { name, into, port, nodes, ready, delaySeconds, listeners } = facts;
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
  timeout check 5s
  # A node that is not ready gets no requests before its stop.delay has passed.
  default-server inter ${everyMs}ms fall ${FALL} rise 1 resolvers names init-addr last,libc,none
  # Only requests that no node has received are sent again.
  retries 2
  retry-on conn-failure
  option redispatch

frontend clients
  bind :${BALANCER_PORT}
  # Clients may send these too; the service believes only this proxy.
  http-request del-header X-Forwarded-For
  http-request set-header X-Forwarded-Proto http
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  option forwardfor
  default_backend nodes

backend nodes
  balance leastconn
  http-reuse ${listeners.hasProxyProtocol ? "never" : "safe"}
${listeners.tls === undefined ? "" : NETWORK}${check}${servers.join("")}`;
}

const NETWORK = `  # The certificate has the names that clients use; the network is this balancer's own.
`;

const READINESS = `  option httpchk
  http-check send meth GET uri PATH ver HTTP/1.1 hdr Host balancer
  http-check expect status 200
`;

export function nodeNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `node-${index + 1}`);
}
