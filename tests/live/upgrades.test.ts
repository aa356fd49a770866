import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { until } from "../support/until";
import { setStage } from "./stage";

/** Requests that want another protocol, on connections that break off in whatever moment. */
const stage = setStage(() => null);
const sockets: Socket[] = [];
/** The server's ends of all that was opened. */
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

const upgrade = (path: string, to = "websocket", more: readonly string[] = []) =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: localhost",
    "Connection: Upgrade",
    `Upgrade: ${to}`,
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ...more,
    "\r\n",
  ].join("\r\n");

test.each([
  ["to where nothing is", upgrade("/nowhere")],
  ["to a call", upgrade("/auth/user")],
  ["to another protocol", upgrade("/", "h2c")],
  [
    "to our sockets, from another site",
    upgrade("/socket.io/?EIO=4&transport=websocket", "websocket", ["Origin: https://evil.example"]),
  ],
  ["to our sockets", upgrade("/socket.io/?EIO=4&transport=websocket")],
  ["to a session that isn't", upgrade("/socket.io/?EIO=4&transport=websocket&sid=__proto__")],
])("one that breaks off on its way %s ends nothing else", async (_, request) => {
  for (const first of ["", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"]) {
    const socket = await open();
    if (first) {
      socket.write(first);
      await once(socket, "data"); // something was answered on it
    }
    // What is sent behind it lies unread when it breaks off: the server hears a reset.
    socket.write(request + "x".repeat(first ? 0 : 50_000));
    await new Promise((resolve) => setImmediate(resolve));
    socket.resetAndDestroy();
  }
  await until("both are gone", () => theirs.length === 2 && theirs.every((socket) => socket.closed));
  expect((await fetch(`${stage.server.base}/healthz`)).status).toBe(200);
});

test("one that isn't for our sockets is refused at once, also behind another call", async () => {
  const socket = await open();
  const read: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => read.push(chunk));
  socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, "data");
  socket.write(upgrade("/nowhere"));
  await once(socket, "close");
  expect(Buffer.concat(read).toString()).toMatch(/^HTTP\/1\.1 200[^]*HTTP\/1\.1 400 Bad Request/);
});

test("nobody goes on with a connection over another one", async () => {
  const first = await open();
  first.write(upgrade("/socket.io/?EIO=4&transport=websocket"));
  const read: string[] = [];
  first.on("data", (chunk: Buffer) => read.push(chunk.toString("latin1")));
  await until("it is open", () => /"sid":"([^"]+)"/.test(read.join("")));
  const [, sid = ""] = /"sid":"([^"]+)"/.exec(read.join("")) as RegExpExecArray;
  for (const query of [`sid=${sid}`, `sid=${sid}&sid=${sid}`, "sid="]) {
    const second = await open();
    second.write(upgrade(`/socket.io/?EIO=4&transport=websocket&${query}`));
    const [answer] = await once(second, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  }
});
