import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { isPublicAddress } from "../addresses";
import { fetchExternal, NotExternalError } from "./fetch-external";

test.each([
  "127.0.0.1",
  "10.0.0.1",
  "100.64.0.1",
  "169.254.169.254",
  "172.31.0.1",
  "192.168.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "200::1",
  "4000::1",
  "::ffff:10.0.0.1",
  "::ffff:7f00:1",
  "64:ff9b::a00:1",
  "64:ff9b:1::a00:1",
  "::ffff:0:127.0.0.1",
  "fec0::1",
  "100::1",
  "2001:0:7f00:1::",
  "2001:db8::1",
  "3fff::1",
  "5f00::1",
  "fd00::1",
  "fe80::1",
  "ff02::1",
  "localhost",
])("%s isn't a public address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "100.128.0.1", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])(
  "%s is a public address",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

const fetch = fetchExternal([]);

test.each([
  "http://example.org",
  "https://127.0.0.1",
  "https://[::1]",
  "https://[::ffff:10.0.0.1]",
  "ftp://example.org",
])("refuses to fetch %s", async (address) => {
  await expect(fetch(address)).rejects.toBeInstanceOf(NotExternalError);
});

test("refuses to fetch a name that resolves to a private address", async () => {
  await expect(fetch("https://localhost")).rejects.toThrow("isn't outside");
});

test("a request to an allowed origin follows no redirect", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/away") return response.writeHead(302, { location: "https://169.254.169.254/" }).end();
    if (request.url === "/deep") return response.end("[".repeat(200_000) + "]".repeat(200_000));
    if (request.url === "/wide")
      return response.end(JSON.stringify({ keys: Array.from({ length: 40_000 }, () => ({})) }));
    if (request.url === "/keys")
      return response.end(JSON.stringify({ keys: Array(300).fill({ kty: "EC", x: "a,[" }) }));
    if (request.url === "/bomb") return response.end("x".repeat(600 * 1024));
    return response.writeHead(200, { "x-method": request.method ?? "" }).end("hello");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const inside = fetchExternal([origin]);
  const hello = await inside(`${origin}/`, { method: "POST", body: "a=1" });
  expect([hello.status, await hello.text(), hello.headers.get("x-method")]).toEqual([200, "hello", "POST"]);
  expect((await inside(`${origin}/away`)).status).toBe(302);
  await expect(inside(`${origin}/bomb`)).rejects.toThrow("Too much");
  await expect(inside(`${origin}/deep`)).rejects.toThrow("Too deep");
  await expect(inside(`${origin}/wide`)).rejects.toThrow("Too deep, or too much");
  expect((await (await inside(`${origin}/keys`)).json()).keys).toHaveLength(300);
  server.closeAllConnections();
  server.close();
});

describe("invalid response statuses", () => {
  const server = createServer((request) => {
    const status = (request.url ?? "/").slice(1);
    if (status === "101")
      return void request.socket.write("HTTP/1.1 101 So\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    request.socket.end(`HTTP/1.1 ${status} So\r\nconnection: close\r\ncontent-length: 2\r\n\r\nno`);
  });
  beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    [101, "refused"],
    [600, "refused"],
    [799, "refused"],
    [999, "refused"],
    [205, ""],
    [200, "no"],
  ])("a response with status %i returns %j and doesn't crash the process", async (status, expected) => {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const answer = await fetchExternal([origin])(`${origin}/${status}`).catch(() => null);
    expect(answer ? await answer.text() : "refused").toBe(expected);
  });
});
