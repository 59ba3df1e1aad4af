/** The cost of knowing callers: on lists for everybody, and on lists that ask for a credential. */
import { join } from "node:path";
import { BADGE } from "../contenders/bench-badges.ts";
import { fastPath, variant, type Contender } from "../contenders/index.ts";
import { BASE_URL } from "../contenders/job.ts";
import { createApiKey } from "../harness/api-key.ts";
import { startIssuer } from "../harness/issuer.ts";
import type { RequestShape } from "../harness/request.ts";
import { atLeast, valueOf } from "../harness/result.ts";
import { interleave } from "../harness/rounds.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { CPU, P99, RATE, RATIO, rowsOf, sample } from "./throughput.ts";

const OFF = "identity off";
const OFF_FILE = "identity off, data in a file";
const PUBLIC = "identity on, public list";
const BADGES = "protected list, badge";
const KEYS = "protected list, key";
const TOKENS = "protected list, token";

export const identityWork: Work = {
  id: "identity",
  title: "Callers that are known",
  async run(context) {
    const issuer = await startIssuer(BASE_URL);
    const STORE = join(context.scratch, "keys.db");
    const key = await createApiKey(STORE);
    const oidc = { IDENTITY: "required", ISSUER: issuer.url };
    const list = (authorization: string): RequestShape => ({
      ...shapes.list,
      headers: { authorization },
    });
    const shapeOf = new Map<Contender, RequestShape>([
      [variant(fastPath, OFF, {}), shapes.list],
      [variant(fastPath, OFF_FILE, { STORE }), shapes.list],
      [variant(fastPath, PUBLIC, { IDENTITY: "on" }), shapes.list],
      [variant(fastPath, BADGES, { IDENTITY: "required" }), list(BADGE)],
      [variant(fastPath, KEYS, { IDENTITY: "keys", STORE }), list(key)],
      [variant(fastPath, TOKENS, oidc), list(issuer.authorization)],
    ]);
    const { path: job } = await context.job();
    const samples = await interleave([...shapeOf.keys()], context.settings.rounds, (contender) =>
      sample(contender, { shape: shapeOf.get(contender) ?? shapes.list }, context, { job }),
    ).finally(() => issuer.close());
    const rows = rowsOf(samples);
    const against = (one: string, target: number, off = OFF) =>
      atLeast(
        `CPU of ${off}, against ${one}`,
        valueOf(rows, off, CPU) / valueOf(rows, one, CPU),
        target,
      );
    return {
      work: this.id,
      title: this.title,
      columns: [RATE, RATIO, CPU, P99],
      rows,
      goals: [
        against(PUBLIC, 0.95),
        against(BADGES, 0.85),
        against(KEYS, 0.85, OFF_FILE),
        against(TOKENS, 0.8),
      ],
    };
  },
};
