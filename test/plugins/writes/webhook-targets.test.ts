/** URLs and addresses that webhooks may have. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { targetNetworks } from "../../../plugins/writes/webhooks/networks.ts";
import { toNetwork } from "../../../plugins/writes/webhooks/options.ts";
import { problemOfTarget, send } from "../../../plugins/writes/webhooks/target.ts";

const rules = (allowNetworks: readonly string[] = [], allowHttp = true) => ({
  allowHttp,
  isAllowed: targetNetworks(allowNetworks),
  timeoutMs: 2000,
});

describe("a target", () => {
  it.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://017700000001/",
    "http://0177.0.0.01/",
    "http://0/",
    "http://0.0.0.0/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://10.0.0.1/",
    "http://100.64.0.1/",
    "http://100.100.100.200/",
    "http://169.254.169.254/latest/meta-data/",
    "http://168.63.129.16/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://192.0.0.192/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[::]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::a00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001::1]/",
    "http://[2001:db8::1]/",
    "http://[fc00::1]/",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://①②⑦.⓪.⓪.①/",
  ])("is not at %s", (url) => {
    expect(problemOfTarget(url, rules())).toBe("is at an address that is not public");
  });

  it.each([
    ["ftp://example.com/", "is neither https nor http"],
    ["file:///etc/passwd", "is neither https nor http"],
    ["/path", "is not an absolute URL"],
    ["http://a:b@example.com/", "has a user name or a password"],
    ["http://example.com/#a", "has a fragment"],
  ])("is not %s, which %s", (url, problem) => {
    expect(problemOfTarget(url, rules())).toBe(problem);
  });

  it("is https alone unless the operator says otherwise", () => {
    expect(problemOfTarget("http://example.com/", rules([], false))).toBe("is not https");
    expect(problemOfTarget("https://example.com/", rules([], false))).toBeUndefined();
  });

  it.each([
    "http://93.184.215.14/",
    "http://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
    "http://172.32.0.1/",
    "http://[::ffff:93.184.215.14]/",
    "https://example.com:8443/hook?a=b",
  ])("may be at %s", (url) => {
    expect(problemOfTarget(url, rules())).toBeUndefined();
  });

  it("may be in a network that the operator allows, in any notation, and in no other", () => {
    const own = rules(["10.1.0.0/16", "fd00:1::/32", "::1/128"]);
    for (const url of ["http://10.1.2.3/", "http://[fd00:1::5]/", "http://[::1]/"])
      expect(problemOfTarget(url, own)).toBeUndefined();
    expect(problemOfTarget("http://[::ffff:a01:203]/", own)).toBeUndefined();
    for (const url of ["http://10.2.0.1/", "http://[fd00:2::1]/", "http://127.0.0.1/"])
      expect(problemOfTarget(url, own)).toBeDefined();
  });

  it.each(["10.0.0.0", "10.0.0.0/33", "::/129", "a/8", "10.0.0.0/8/8", "10.0.0.0/-1"])(
    "%s is not a network",
    (text) => {
      expect(toNetwork(text)).toBeUndefined();
    },
  );
});

describe("a request", () => {
  async function listening() {
    let count = 0;
    const server = createServer((_request, response) => {
      count++;
      response.writeHead(200);
      const timer = setInterval(() => response.write("x".repeat(10_000)), 1);
      response.on("close", () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port, requests: () => count, server };
  }
  const leading =
    (...addresses: string[]) =>
    (_host: string, done: (error: null, all: { address: string; family: number }[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
  const post = (port: number, own: Parameters<typeof send>[3]) =>
    send(`http://hook.example:${port}/`, {}, "{}", own, new AbortController().signal);

  it.each([
    ["127.0.0.1"],
    ["10.0.0.1"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["93.184.215.14", "127.0.0.1"],
    ["127.0.0.1", "93.184.215.14"],
  ])("is not sent to a name that leads to %s %s", async (...addresses) => {
    const { port, requests } = await listening();
    await expect(post(port, { ...rules(), lookup: leading(...addresses) })).rejects.toMatchObject({
      reason: "the name leads to an address that is not public",
    });
    expect(requests()).toBe(0);
  });

  it("goes to the address that was checked, looked up once for each attempt", async () => {
    const { port, requests } = await listening();
    let lookups = 0;
    const lookup: NonNullable<Parameters<typeof send>[3]["lookup"]> = (_host, done) => {
      lookups++;
      done(null, [{ address: lookups === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }]);
    };
    const own = { ...rules(["127.0.0.0/8"]), lookup };
    expect(await post(port, own)).toMatchObject({ status: 200 });
    expect([lookups, requests()]).toEqual([1, 1]);
    await expect(post(port, own)).rejects.toMatchObject({
      reason: expect.stringContaining("not public"),
    });
    expect(requests()).toBe(1);
  });

  it("ends an answer that is too long", async () => {
    const { port, server } = await listening();
    const own = { ...rules(["127.0.0.0/8"]), lookup: leading("127.0.0.1") };
    expect(await post(port, own)).toMatchObject({ status: 200 });
    const open = () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    await expect.poll(open).toBe(0);
  });
});
