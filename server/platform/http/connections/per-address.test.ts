import { createServer } from "node:http";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { limitConnections, mostOfAddress } from "./per-address";

/** Connections as the server sees them, from addresses that a test hasn't got. */
function newScene() {
  const server = createServer();
  server.removeAllListeners("connection"); // what reads them
  limitConnections(server);
  return (remoteAddress: string | undefined): Socket => {
    const socket = Object.assign(new PassThrough(), { remoteAddress }) as unknown as Socket;
    server.emit("connection", socket);
    return socket;
  };
}

const gone = (socket: Socket) => new Promise((resolve) => socket.once("close", resolve));

test("one address has so many connections and no more; others aren't concerned, and one that ends makes room", async () => {
  const connect = newScene();
  const all = Array.from({ length: mostOfAddress }, () => connect("203.0.113.7"));
  expect(all.some(({ destroyed }) => destroyed)).toBe(false);
  expect(connect("203.0.113.7").destroyed).toBe(true);
  expect(connect("203.0.113.8").destroyed).toBe(false);
  all[0]?.destroy();
  await gone(all[0] as Socket);
  expect(connect("203.0.113.7").destroyed).toBe(false);
  expect(connect("203.0.113.7").destroyed).toBe(true);
});

test("an address of IPv6 counts as its network", () => {
  const connect = newScene();
  for (let at = 0; at < mostOfAddress; at++) connect(`2001:db8:1:${at.toString(16)}::1`);
  expect(connect("2001:db8:1:2:3::1").destroyed).toBe(true);
  expect(connect("2001:db8:2:3::1").destroyed).toBe(false);
});

test.each(["127.0.0.1", "::ffff:127.0.0.1", "::1", undefined])("from %s there is no limit", (address) => {
  const connect = newScene();
  for (let at = 0; at < mostOfAddress; at++) connect(address);
  expect(connect(address).destroyed).toBe(false);
});
