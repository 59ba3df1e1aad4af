/** The unit of systemd: restarted by its watchdog, with nothing that the service does not need. */
import { dirname } from "node:path";
import type { Facts } from "./facts.ts";
import { MEMORY, OPEN_FILES, START } from "./image.ts";
import type { Listeners } from "./listeners.ts";

const HARDENING = `# The service writes to its state directory alone, opens no devices, and gains no rights.
DynamicUser=yes
UMask=0077
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectProc=invisible
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
LockPersonality=yes
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
# Not MemoryDenyWriteExecute: V8 compiles while it runs.
`;

export function systemdUnit(facts: Facts): string {
  const { name, description, into, port, graceSeconds, secrets, variables, dataFile, listeners } =
    facts;
  const set = (variable: string, value: string) => `Environment=${quote(`${variable}=${value}`)}\n`;
  const credentials = secrets.map(
    ({ variable, file }) =>
      `LoadCredential=${file}:/etc/${name}/${file}\n${set(`${variable}_FILE`, `%d/${file}`)}`,
  );
  const state = dataFile === undefined ? "" : stateDirectory(name);
  return `# The project, installed with npm ci --omit=dev, lies in /opt/${name}.
# cp ${into}/${name}.service /etc/systemd/system/ && systemctl daemon-reload && systemctl enable --now ${name}
[Unit]
Description=${description.replaceAll("%", "%%")}
Wants=network-online.target
After=network-online.target

[Service]
# Ready once it listens. systemd-notify, a child, sends the messages.
Type=notify
NotifyAccess=all
WorkingDirectory=/opt/${name}
ExecStart=/usr/bin/node ${START.join(" ")}
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartSec=1
WatchdogSec=30
TimeoutStartSec=60
# stop.delay, stop.drain and the time of the closers.
TimeoutStopSec=${graceSeconds}
KillMode=mixed
LimitNOFILE=${OPEN_FILES}
MemoryMax=${MEMORY.limit.replace("Mi", "M")}
# A line for each request. journald rotates them; SystemMaxUse= in journald.conf says how much it keeps.
LogRateLimitIntervalSec=0
${set("NODE_ENV", "production")}${listeners.sockets.clients === undefined ? set("PORT", String(port)) : ""}${Object.entries(
    variables,
  )
    .map(([variable, value]) => set(variable, value.replaceAll("%", "%%")))
    .join("")}${state}${placesOf(listeners)}${
    dataFile === undefined ? "" : set(dataFile.variable, `%S/${name}/${dataFile.name}`)
  }${credentials.join("")}
${HARDENING}
[Install]
WantedBy=multi-user.target
`;
}

/** Folders of sockets, and the right to read the certificate, also once it is renewed. */
function placesOf({ sockets, tls }: Listeners): string {
  const folders = new Set(
    [sockets.clients, sockets.admin].flatMap((path) => (path === undefined ? [] : dirname(path))),
  );
  const lines = [...folders].map((folder) => {
    const own = /^\/run\/([^/]+)$/.exec(folder)?.[1];
    return own === undefined ? `ReadWritePaths=${folder}` : `RuntimeDirectory=${own}`;
  });
  const runtime = lines.some((line) => line.startsWith("Runtime"));
  return [
    ...(lines.length === 0
      ? []
      : ["# The proxy needs the group of the service, or a socketMode for all."]),
    ...lines,
    ...(runtime ? ["RuntimeDirectoryMode=0755"] : []),
    ...(tls === undefined
      ? []
      : [
          `# ${tls.cert} and ${tls.key} are readable for this group, as Debian has it.`,
          "SupplementaryGroups=ssl-cert",
        ]),
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function stateDirectory(name: string): string {
  return `StateDirectory=${name}\nStateDirectoryMode=0700\n`;
}

/** Quotes a text as systemd reads values with spaces. */
function quote(text: string): string {
  return /^[\w%./:=,@+-]*$/.test(text) ? text : JSON.stringify(text);
}
