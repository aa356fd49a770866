import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { pino } from "pino";
import { connectRedis } from "./redis";

const answers = [
  { to: "$4\r\ninfo", answer: "$9\r\nloading:0\r\n" },
  { to: "$6\r\nclient", answer: "+OK\r\n" },
  { to: "$4\r\nping", answer: "+PONG\r\n" },
];

/** A server that answers Redis's initial commands; `silent` connections accept all data and never answer, like half-open connections. */
async function newServer() {
  const silent = new Set<number>();
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const at = sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (data) => {
      if (silent.has(at)) return;
      for (const command of data.toString().split(/^\*\d+\r\n/m))
        socket.write(answers.find(({ to }) => command.startsWith(to))?.answer ?? "");
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, silent, sockets, close };
}

test("replaces a half-open connection and repeats its pending commands", async () => {
  const server = await newServer();
  const redis = connectRedis(server.url, pino({ level: "silent" }), 20);
  expect(await redis.ping()).toBe("PONG");
  server.silent.add(1);
  expect(await redis.ping()).toBe("PONG");
  expect(server.sockets).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.sockets).toHaveLength(2); // a connection that answers is kept
  redis.disconnect();
  server.close();
}, 5_000);
