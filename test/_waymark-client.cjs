#!/usr/bin/env node
// Stands in for `waymark` in the folder of a guide: the test, at the other end of the socket, runs the command.
const { connect } = require("node:net");

const environment = Object.entries(process.env).filter(([name]) => name.startsWith("WAYMARK_"));
const socket = connect(process.env.TEST_SOCKET);
socket.end(
  JSON.stringify({
    cwd: process.cwd(),
    args: process.argv.slice(2),
    env: Object.fromEntries(environment),
  }),
);
let answer = "";
socket.setEncoding("utf8").on("data", (text) => (answer += text));
socket.on("end", () => {
  const { status, stdout, stderr } = JSON.parse(answer);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = status;
});
