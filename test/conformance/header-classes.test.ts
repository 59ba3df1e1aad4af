import { expect, test } from "vitest";
import { splitHeaders } from "./_header-classes.ts";

const answer = (name: string, status: string, ...headers: readonly string[]) => ({
  file: `routes/${name}.txt`,
  text: [`GET /${name}`, status, ...headers, "", "{}", ""].join("\n"),
});
const split = (...answers: readonly ReturnType<typeof answer>[]) => {
  const { matrix, files } = splitHeaders(answers);
  return [matrix, ...files.map(({ text }) => text)];
};

const json = "content-type: application/json";
const page = answer("page", "200 OK", "a: 1", "content-type: text/html");
const gone = answer("gone", "410 Gone", "a: 1");

test("each answer keeps the headers in which it differs from more than half of its class", () => {
  expect(
    split(
      answer("plain", "200 OK", "a: 1", "b: 1", json),
      answer("other", "200 OK", "a: 2", "b: 1", json),
      answer("less", "200 OK", "a: 1", json, "z: 1"),
      answer("moved", "308 Permanent Redirect", "a: 1", "location: /plain"),
      page,
      gone,
    ),
  ).toEqual([
    `\
error ok page redirect
x     x  x    x        a: 1
      x                b: 1
      x                content-type: application/json
         x             content-type: text/html
              x        location: /plain
`,
    'GET /plain\n200 OK, headers of "ok"\n\n{}\n',
    'GET /other\n200 OK, headers of "ok"\na: 2\n\n{}\n',
    'GET /less\n200 OK, headers of "ok"\nb: <absent>\nz: 1\n\n{}\n',
    'GET /moved\n308 Permanent Redirect, headers of "redirect"\n\n{}\n',
    'GET /page\n200 OK, headers of "page"\n\n{}\n',
    'GET /gone\n410 Gone, headers of "error"\n\n{}\n',
  ]);
});

test("headers without a majority, and repeated headers, are compared as well", () => {
  expect(
    split(
      answer("one", "200 OK", "set-cookie: a", "set-cookie: b", "tag: 1"),
      answer("two", "200 OK", "set-cookie: a", "tag: 2"),
    ),
  ).toEqual([
    "ok\n",
    'GET /one\n200 OK, headers of "ok"\nset-cookie: a\nset-cookie: b\ntag: 1\n\n{}\n',
    'GET /two\n200 OK, headers of "ok"\nset-cookie: a\ntag: 2\n\n{}\n',
  ]);
});
