/** Sequential requests, against the limit and the peers. */
import {
  bare,
  bareCached,
  bareH3,
  express,
  fastify,
  h3Only,
  hono,
  fastPath,
  mercurius,
  nest,
  variant,
  yoga,
  type Contender,
} from "../contenders/index.ts";
import { atLeast, valueOf, type Goal, type Row } from "../harness/result.ts";
import type { Work } from "./context.ts";
import { shapes } from "./shapes.ts";
import { RATE, RATIO, throughputWork } from "./throughput.ts";

const all = [bare, fastPath, h3Only, bareH3, fastify, hono, express, nest];
const given = (contenders: readonly Contender[]) => async () => contenders;

const toLimit = (rows: readonly Row[], { name }: Contender, target: number): Goal =>
  atLeast(`${name}, against ${bare.name}`, valueOf(rows, name, RATIO), target);

const times = (rows: readonly Row[], one: Contender, other: Contender, target: number): Goal =>
  atLeast(
    `${one.name}, against ${other.name}`,
    valueOf(rows, one.name, RATE) / valueOf(rows, other.name, RATE),
    target,
  );

export const httpWorks: readonly Work[] = [
  throughputWork({
    id: "list",
    title: "Static list with all headers",
    pictured: true,
    shape: shapes.list,
    answer: "list",
    contenders: given(all),
    goals: (rows) => [
      toLimit(rows, fastPath, 0.97),
      toLimit(rows, h3Only, 0.88),
      times(rows, fastPath, fastify, 2),
      times(rows, fastPath, hono, 5),
      times(rows, fastPath, express, 2.5),
      times(rows, fastPath, nest, 2.5),
    ],
  }),
  throughputWork({
    id: "not-modified",
    title: "304 to the own entity tag",
    pictured: true,
    shape: shapes.list,
    answer: "list",
    conditional: true,
    contenders: given(all),
    goals: (rows) => [toLimit(rows, fastPath, 0.97)],
  }),
  throughputWork({
    id: "sparse",
    title: "Sparse fields of a list",
    pictured: true,
    shape: shapes.sparse,
    answer: "sparse",
    contenders: given([bare, bareCached, fastPath, bareH3, fastify, hono, express, nest]),
    goals: (rows) => [toLimit(rows, fastPath, 0.85)],
    note: "The limit projects, serialises and hashes each time; below it the same with answers kept by URL.",
  }),
  throughputWork({
    id: "openapi",
    title: "OpenAPI document with gzip",
    shape: shapes.openapi,
    answer: "openapi",
    contenders: given([bare, fastPath, h3Only, fastify, hono, express, nest]),
    note: "The peers' plugins compress each answer again.",
  }),
  throughputWork({
    id: "health",
    title: "Health",
    shape: shapes.health,
    answer: "health",
    contenders: given(all),
  }),
  throughputWork({
    id: "missing",
    title: "404 as a problem",
    shape: shapes.missing,
    answer: "missing",
    contenders: given([
      bare,
      fastPath,
      variant(fastPath, "Waymark, no access log", { SAMPLE: "off" }),
      bareH3,
      fastify,
      hono,
      express,
      nest,
    ]),
    note: "Waymark's access log records every answer of 400 and above, regardless of its sampling; the peers have none.",
  }),
  throughputWork({
    id: "browser",
    title: "Static list, asked for as a browser does",
    pictured: true,
    shape: shapes.browser,
    answer: "list",
    contenders: given([bare, fastPath, h3Only, fastify, hono, express, nest]),
    note: "Some fifteen request headers, a trace among them, and gzip.",
  }),
  throughputWork({
    id: "graphql",
    title: "GraphQL { offices { id name hitos { title } } }",
    pictured: true,
    shape: shapes.graphql,
    answer: "graphql",
    contenders: given([yoga, mercurius, fastPath]),
    goals: (rows) => [times(rows, fastPath, yoga, 1.5)],
    note: "As POST, with the same schema. Waymark keeps an answer while its data stays the same; the others have the rows in memory.",
  }),
  throughputWork({
    id: "fresh-graphql",
    title: "The same GraphQL with other variables in each request",
    shape: shapes.freshGraphql,
    answer: "graphql",
    contenders: given([yoga, mercurius, fastPath]),
    goals: (rows) => [times(rows, fastPath, yoga, 2), times(rows, fastPath, mercurius, 1)],
    note: "No answer is kept, as every one has a key of its own. Inner lists are.",
  }),
];
