/** The image: dependencies and the project's own files, without a shell, for a user without rights. */
import type { Facts } from "./facts.ts";
import { APP } from "./listeners.ts";

/** The user of the images without a shell. */
export const USER = 65532;
/** Path of Node in an image. */
const NODE = "/nodejs/bin/node";

/** The program and its first arguments, as seen from the project's folder. SIGUSR1 would open a debugger. */
const PROGRAM = ["--disable-sigusr1", "node_modules/waymark/kernel/cli/bin.js"];
export const START = [...PROGRAM, "start"];
export const MIGRATE = [...PROGRAM, "migrate"];

/**
 * Resident memory of a node with PostgreSQL, Redis and audit: 243 MB at its start, 405 MB after a minute of a hundred clients on
 * every page (with SQLite 187 and 364 MB). The limit leaves room for a profile and for two revisions during a reload.
 */
export const MEMORY = { request: "448Mi", limit: "768Mi" };
/** Two descriptors for each client of a stream, and some for engines. */
export const OPEN_FILES = 65_536;

/** Path of the data in containers. */
export const DATA = "/data";

export function dockerfile(facts: Facts): string {
  const { name, into, port, dataFile, hasLockFile, listeners } = facts;
  const { adminPort } = listeners;
  // A new volume gets the owner that its folder has in the image.
  const data = dataFile && `COPY --from=build --chown=${USER}:${USER} ${DATA} ${DATA}\n`;
  const note = hasLockFile ? "" : "# npm ci needs package-lock.json, which npm install writes.\n";
  return `# syntax=docker/dockerfile:1
# docker build -f ${into}/Dockerfile -t ${name} .
${note}FROM node:24-bookworm-slim AS build
WORKDIR ${APP}
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
${dataFile ? `RUN mkdir ${DATA}\n` : ""}
# Node and nothing else: no shell, no package manager, no user but this one. Runs with a read-only root.
FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR ${APP}
COPY --from=build ${APP} ${APP}
${data ?? ""}ENV NODE_ENV=production HOST=0.0.0.0 PORT=${port}
USER ${USER}:${USER}
EXPOSE ${port}${adminPort === undefined ? "" : ` ${adminPort}`}
STOPSIGNAL SIGTERM
ENTRYPOINT ["${NODE}"]
CMD ${JSON.stringify(START).replaceAll(",", ", ")}
`;
}

/** Beside the Dockerfile and named after it, so that it counts although the build begins in the project's folder. */
export const dockerignore = ({
  into,
  listeners: { tls },
}: Facts): string => `${tls === undefined ? "" : `${tls.cert}\n${tls.key}\n`}.git
.github
.env*
**/*.log
**/*.test.*
coverage
data
${into}
node_modules
test
`;

/** A look at a path of the service from within a container, which has no other program for it. */
export function lookAt({ port, listeners: { tls } }: Facts, path: string): readonly string[] {
  const ask =
    tls === undefined
      ? `require("node:http").get("http://127.0.0.1:${port}${path}"`
      : // By an address that the certificate does not have.
        `require("node:https").get("https://127.0.0.1:${port}${path}", { rejectUnauthorized: false }`;
  const script = `${ask}, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on("error", () => process.exit(1))`;
  return [NODE, "-e", script];
}
