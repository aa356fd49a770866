import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { waitUntil } from "../support/wait-until";
import { liveFixture } from "./live-fixture";

const stage = liveFixture(() => null);
const sockets: Socket[] = [];
const theirs: Socket[] = [];
beforeAll(() => void stage.server.app.server.on("connection", (socket) => theirs.push(socket)));
afterEach(() => {
  for (const socket of [...sockets.splice(0), ...theirs.splice(0)]) socket.destroy();
});

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(stage.server.base);
  const socket = connect(Number(port), hostname).on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  return socket;
}

const upgrade = (path: string, to = "websocket", headers: readonly string[] = []) =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: localhost",
    "Connection: Upgrade",
    `Upgrade: ${to}`,
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ...headers,
    "\r\n",
  ].join("\r\n");

test.each([
  ["to an unknown path", upgrade("/nowhere")],
  ["to an HTTP endpoint", upgrade("/auth/user")],
  ["to another protocol", upgrade("/", "h2c")],
  [
    "to the socket endpoint, cross-site",
    upgrade("/socket.io/?EIO=4&transport=websocket", "websocket", ["Origin: https://evil.example"]),
  ],
  ["to the socket endpoint", upgrade("/socket.io/?EIO=4&transport=websocket")],
  ["to an unknown socket session", upgrade("/socket.io/?EIO=4&transport=websocket&sid=__proto__")],
])("an aborted upgrade %s doesn't affect other requests", async (_, request) => {
  for (const first of ["", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"]) {
    const socket = await open();
    if (first) {
      socket.write(first);
      await once(socket, "data");
    }
    // With unread data in its buffer the server receives a connection reset.
    socket.write(request + "x".repeat(first ? 0 : 50_000));
    await new Promise((resolve) => setImmediate(resolve));
    socket.resetAndDestroy();
  }
  await waitUntil("both are gone", () => theirs.length === 2 && theirs.every((socket) => socket.closed));
  expect((await fetch(`${stage.server.base}/healthz`)).status).toBe(200);
});

test("an upgrade to an unknown path is refused, also on a reused connection", async () => {
  const socket = await open();
  const read: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => read.push(chunk));
  socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, "data");
  socket.write(upgrade("/nowhere"));
  await once(socket, "close");
  expect(Buffer.concat(read).toString()).toMatch(/^HTTP\/1\.1 200[^]*HTTP\/1\.1 400 Bad Request/);
});

test("an Engine.IO session can't be resumed over another connection", async () => {
  const first = await open();
  first.write(upgrade("/socket.io/?EIO=4&transport=websocket"));
  const read: string[] = [];
  first.on("data", (chunk: Buffer) => read.push(chunk.toString("latin1")));
  await waitUntil("it is open", () => /"sid":"([^"]+)"/.test(read.join("")));
  const [, sid = ""] = /"sid":"([^"]+)"/.exec(read.join("")) as RegExpExecArray;
  for (const query of [`sid=${sid}`, `sid=${sid}&sid=${sid}`, "sid="]) {
    const second = await open();
    second.write(upgrade(`/socket.io/?EIO=4&transport=websocket&${query}`));
    const [answer] = await once(second, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  }
});
