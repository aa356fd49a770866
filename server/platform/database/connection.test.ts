import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { CoalescingSocket } from "./connection";

test("writes of one event loop turn are sent together, also when the writer corks", async () => {
  const server = createServer((peer) => peer.pipe(peer)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = new CoalescingSocket();
  socket.connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
  const sent = jest.spyOn(socket, "_writev" as never);
  const single = jest.spyOn(socket, "_write");
  socket.write("a");
  socket.cork();
  socket.write("b");
  socket.write("c");
  socket.uncork();
  socket.write("d");
  let echoed = "";
  socket.on("data", (chunk) => (echoed += chunk));
  while (echoed.length < 4) await once(socket, "data");
  expect(echoed).toBe("abcd");
  expect([sent, single].map((spy) => spy.mock.calls.length)).toEqual([1, 0]);
  socket.destroy();
  await once(server.close(), "close");
});
