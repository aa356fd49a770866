import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { protocolVersion } from "../../shared/kernel/streams";
import { until } from "../support/until";
import { setStage } from "./stage";

/** What is said below the level of messages, by whoever reads none of the answers. */
const stage = setStage(() => null);
const sockets: Socket[] = [];
/** The server's ends of all that was opened. */
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

/** Masked with zeros: it stays as it is. */
function frame(opcode: number, text: string, last = true): Buffer {
  const bytes = Buffer.from(text);
  const long = bytes.length > 125;
  const length = long ? [0x80 | 126, bytes.length >> 8, bytes.length & 255] : [0x80 | bytes.length];
  return Buffer.concat([Buffer.from([(last ? 0x80 : 0) | opcode, ...length, 0, 0, 0, 0]), bytes]);
}
const ping = (text: string) => frame(9, text);
const said = (text: string) => frame(1, text);

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
  await until("it is open", () => text().includes('"sid"'));
  return { socket, end, text };
}

/** Sends without reading, until all was taken or the connection has ended. @returns how much waited for it at most. */
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

test("a ping is answered to who reads, once", async () => {
  const { socket, text } = await open();
  socket.write(Buffer.concat([ping("are you there"), ping("and now")]));
  await until("it is answered", () => text().includes("\x8a\x07and now"));
  expect(text().match(/are you there/g)).toHaveLength(1);
});

test.each(["a stranger", "somebody who was let in"])("many of %s end the connection", async (whose) => {
  const world = await stage.world();
  const opened = await open(world.tenant.host);
  if (whose !== "a stranger") {
    const { token } = (await world.person("Ada")).seeded;
    opened.socket.write(said(`40${JSON.stringify({ token, protocol: protocolVersion })}`));
    await until("they are let in", () => opened.text().includes('40{"sid"'));
  }
  const most = await flood(opened, Buffer.concat(Array(500).fill(ping("x".repeat(125)))), 40);
  await until("it is gone", () => opened.end.destroyed);
  expect(most).toBeLessThan(500_000);
});

test.each([
  ["pieces of a message that never ends", [frame(1, "x", false), ...Array<Buffer>(100).fill(frame(0, "x", false))]],
  ["answers to pings that nobody sent", Array<Buffer>(100).fill(frame(10, "x".repeat(125)))],
])("%s are not kept", async (_, frames) => {
  const { socket, text, end } = await open();
  const all = Buffer.concat(frames);
  socket.write(all);
  // By a reset, or told why: policy.
  await until("it is over", () => end.destroyed || text().includes("\x88\x02\x03\xf0"));
});

test("a message in some pieces is read", async () => {
  const { socket, text } = await open();
  const asking = '40{"protocol":0}';
  socket.write(Buffer.concat(Array.from(asking.slice(0, -1), (letter, at) => frame(at === 0 ? 1 : 0, letter, false))));
  socket.write(frame(0, asking.slice(-1)));
  await until("it is refused", () => text().includes("outdated"));
});

test.each([
  ["with a token that is nobody's", `40{"token":"${"A".repeat(40)}","protocol":${protocolVersion}}`],
  ["in another version", '40{"protocol":0}'],
  ["elsewhere", `40/${"x".repeat(2_000)},{}`],
])("who asks to be let in again and again, %s, is ended before many answers wait", async (_, asking) => {
  const opened = await open();
  let looked = 0;
  const { findTenant } = watchTenants(() => (looked += 1));
  try {
    await flood(opened, Buffer.concat(Array(200).fill(said(asking))), 50);
    await until("it is gone", () => opened.end.destroyed);
  } finally {
    findTenant();
  }
  expect(looked).toBeLessThanOrEqual(20);
});

/** Told whenever somebody asks which organisation this is for. */
function watchTenants(told: () => void) {
  const { tenants } = stage.server.app.platform;
  const { tenantOf } = tenants;
  tenants.tenantOf = (host) => {
    told();
    return tenantOf(host);
  };
  return { findTenant: () => (tenants.tenantOf = tenantOf) };
}
