import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { protocolVersion } from "../../shared/kernel/streams";
import { waitUntil } from "../support/wait-until";
import { liveFixture } from "./live-fixture";

const stage = liveFixture(() => null);
const sockets: Socket[] = [];
const theirs: Socket[] = [];
beforeAll(() => void stage.server.app.server.on("connection", (socket) => theirs.push(socket)));
afterEach(() => {
  for (const socket of [...sockets.splice(0), ...theirs.splice(0)]) socket.destroy();
});

const handshake = (host: string) =>
  [
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
    `Host: ${host}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "\r\n",
  ].join("\r\n");

/** Builds a WebSocket frame masked with zeros, which leaves the payload unchanged. */
function frame(opcode: number, text: string, last = true): Buffer {
  const bytes = Buffer.from(text);
  const long = bytes.length > 125;
  const length = long ? [0x80 | 126, bytes.length >> 8, bytes.length & 255] : [0x80 | bytes.length];
  return Buffer.concat([Buffer.from([(last ? 0x80 : 0) | opcode, ...length, 0, 0, 0, 0]), bytes]);
}
const ping = (text: string) => frame(9, text);
const textFrame = (text: string) => frame(1, text);

async function open(host = "localhost") {
  const { hostname, port } = new URL(stage.server.base);
  const socket = connect(Number(port), hostname).on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  const end = theirs.find(({ remotePort }) => remotePort === socket.localPort) as Socket;
  socket.write(handshake(host));
  const read: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => read.push(chunk));
  const text = () => Buffer.concat(read).toString("latin1");
  await waitUntil("it is open", () => text().includes('"sid"'));
  return { socket, end, text };
}

/**
 * Sends without reading, until everything is accepted or the connection ends.
 * @returns the maximum number of buffered bytes
 */
async function flood(
  { socket, end }: Awaited<ReturnType<typeof open>>,
  frames: Buffer,
  times: number,
): Promise<number> {
  socket.pause();
  let most = 0;
  for (let sent = 0; sent < times && !socket.destroyed && !end.destroyed; sent++) {
    socket.write(frames);
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, end.writableLength);
  }
  return most;
}

test("each WebSocket ping is answered once", async () => {
  const { socket, text } = await open();
  socket.write(Buffer.concat([ping("are you there"), ping("and now")]));
  await waitUntil("it is answered", () => text().includes("\x8a\x07and now"));
  expect(text().match(/are you there/g)).toHaveLength(1);
});

test.each(["a stranger", "somebody who was let in"])("a flood of pings by %s ends the connection", async (sender) => {
  const world = await stage.world();
  const opened = await open(world.tenant.host);
  if (sender !== "a stranger") {
    const { token } = (await world.person("Ada")).seeded;
    opened.socket.write(textFrame(`40${JSON.stringify({ token, protocol: protocolVersion })}`));
    await waitUntil("they are let in", () => opened.text().includes('40{"sid"'));
  }
  const most = await flood(opened, Buffer.concat(Array(500).fill(ping("x".repeat(125)))), 40);
  await waitUntil("it is gone", () => opened.end.destroyed);
  expect(most).toBeLessThan(500_000);
});

test.each([
  ["fragments of an endless message", [frame(1, "x", false), ...Array<Buffer>(100).fill(frame(0, "x", false))]],
  ["unsolicited pongs", Array<Buffer>(100).fill(frame(10, "x".repeat(125)))],
])("%s end the connection", async (_, frames) => {
  const { socket, text, end } = await open();
  const all = Buffer.concat(frames);
  socket.write(all);
  // The connection ends with a reset or with close code 1008 (policy violation).
  await waitUntil("it is over", () => end.destroyed || text().includes("\x88\x02\x03\xf0"));
});

test("a fragmented WebSocket message is reassembled", async () => {
  const { socket, text } = await open();
  const asking = '40{"protocol":0}';
  socket.write(Buffer.concat(Array.from(asking.slice(0, -1), (letter, at) => frame(at === 0 ? 1 : 0, letter, false))));
  socket.write(frame(0, asking.slice(-1)));
  await waitUntil("it is refused", () => text().includes("outdated"));
});

test.each([
  ["with an unknown token", `40{"token":"${"A".repeat(40)}","protocol":${protocolVersion}}`],
  ["in another version", '40{"protocol":0}'],
  ["elsewhere", `40/${"x".repeat(2_000)},{}`],
])("repeated connect packets (%s) end the connection before responses pile up", async (_, asking) => {
  const opened = await open();
  let looked = 0;
  const { findTenant } = watchTenants(() => (looked += 1));
  try {
    await flood(opened, Buffer.concat(Array(200).fill(textFrame(asking))), 50);
    await waitUntil("it is gone", () => opened.end.destroyed);
  } finally {
    findTenant();
  }
  expect(looked).toBeLessThanOrEqual(20);
});

function watchTenants(onChange: () => void) {
  const { tenants } = stage.server.app.platform;
  const { tenantOf } = tenants;
  tenants.tenantOf = (host) => {
    onChange();
    return tenantOf(host);
  };
  return { findTenant: () => (tenants.tenantOf = tenantOf) };
}
