/** Captures the job from Waymark itself. */
import { writeFileSync } from "node:fs";
import { buildClientSchema, getIntrospectionQuery, printSchema } from "graphql";
import { h3Only, limited, variant } from "../contenders/index.ts";
import type { Answer, Job } from "../contenders/job.ts";
import { ask, type RequestShape } from "./request.ts";
import { withServer } from "./server.ts";
import { shapes } from "../works/shapes.ts";

/** Writes the job to a file. `store` names the large database, for the work that needs a page of it. */
export async function captureJob(file: string, store?: string): Promise<Job> {
  const tooMany = await withServer(limited(h3Only), {}, async ({ port }) => {
    await ask(port, shapes.list);
    return take(port, shapes.list, 429);
  });
  const job = await withServer(h3Only, {}, async ({ port }): Promise<Job> => {
    const query = JSON.stringify({ query: getIntrospectionQuery() });
    const introspection = await take(port, { ...shapes.graphql, body: query });
    const schema = { path: "/api/schemas/OfficesList", headers: { accept: "application/json" } };
    return {
      list: await take(port, shapes.list),
      listSchema: JSON.parse((await take(port, schema)).body),
      sparse: await take(port, shapes.sparse),
      openapi: await take(port, { path: shapes.openapi.path }),
      health: await take(port, shapes.health),
      version: await take(port, shapes.version),
      tooMany,
      missing: await take(port, shapes.missing, 404),
      graphql: await take(port, shapes.graphql),
      sdl: printSchema(buildClientSchema(JSON.parse(introspection.body).data)),
    };
  });
  const page = store === undefined ? {} : { page: await takePage(store) };
  const whole = { ...job, ...page };
  writeFileSync(file, JSON.stringify(whole));
  return whole;
}

function takePage(store: string): Promise<Answer> {
  const contender = variant(h3Only, "a page of the store", { STORE: store });
  return withServer(contender, {}, ({ port }) => take(port, shapes.page));
}

async function take(port: number, shape: RequestShape, expected = 200): Promise<Answer> {
  const answer = await ask(port, shape);
  if (answer.status === expected) return answer;
  throw new Error(`${shape.path} gave ${answer.status}, not ${expected}: ${answer.body}`);
}
