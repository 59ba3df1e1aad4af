/** URLs that keys of issuers are read from. */
import { expect, it } from "vitest";
import { isSecure, mayName } from "../../../plugins/identity/oidc/fetch-json.ts";

it.each([
  ["https://login.example.com", true],
  ["http://login.example.com", false],
  ["http://localhost:8080", true],
  ["http://127.0.0.1:8080", true],
  ["http://[::1]:8080", true],
  ["http://localhost.example.com", false],
  ["http://127.0.0.1.example.com", false],
  ["file:///etc/keys.json", false],
  ["data:application/json,{}", false],
  ["login.example.com", false],
])("%s is secure: %s", (url, expected) => {
  expect(isSecure(url)).toBe(expected);
});

it.each([
  ["https://login.example.com", "https://keys.example.com/", true],
  ["https://login.example.com", "http://keys.example.com/", false],
  ["https://login.example.com", "http://127.0.0.1:9200/", false],
  ["http://localhost:8080", "http://localhost:8080/keys", true],
  ["http://localhost:8080", "https://keys.example.com/", true],
])("%s may name %s: %s", (from, to, expected) => {
  expect(mayName(from, to)).toBe(expected);
});
