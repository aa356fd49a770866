import { once } from "node:events";
import { createServer as createHttpServer, type Server } from "node:http";
import { type AddressInfo, createServer, type Server as TcpServer, type Socket } from "node:net";
import { checkFileStore, checkMail, checkRedis, assessRedis } from "./service.checks";

const servers: (Server | TcpServer)[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

async function listen(server: Server | TcpServer): Promise<number> {
  servers.push(server);
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a mail server that accepts or refuses the greeting and records received commands. */
async function mailServer(greeting: string) {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      commands.push(String(chunk).trim().split(" ")[0] ?? "");
      socket.write(`${greeting}\r\n`);
    });
  });
  return { smtpUrl: `smtp://127.0.0.1:${await listen(server)}`, commands };
}

test("mail is ok when the server accepts the greeting, and nothing is sent", async () => {
  const { smtpUrl, commands } = await mailServer("250 fine");
  expect(await checkMail({ smtpUrl, dataDir: "" })).toMatchObject([{ state: "ok" }]);
  expect(commands).not.toContain("MAIL");
});

test("mail fails when the server refuses the greeting or is unreachable", async () => {
  const { smtpUrl } = await mailServer("554 no");
  await expect(checkMail({ smtpUrl, dataDir: "" })).rejects.toThrow("554 no");
  const unreachable = `smtp://127.0.0.1:${await closedPort()}`;
  await expect(checkMail({ smtpUrl: unreachable, dataDir: "" })).rejects.toThrow("ECONNREFUSED");
});

test("mail that is only written to the data folder needs attention", async () => {
  expect(await checkMail({ smtpUrl: null, dataDir: "/data" })).toMatchObject([{ state: "attention" }]);
});

async function storeRefusing(refused: string | null) {
  const requests: string[] = [];
  const server = createHttpServer((request, response) => {
    const method = request.method ?? "";
    requests.push(method);
    request.resume();
    request.on("end", () => response.writeHead(method === refused ? 403 : 200).end());
  });
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const s3 = { endpoint, region: "us-east-1", bucket: "portal", accessKeyId: "id", secretAccessKey: "secret" };
  return { s3, requests };
}

test("the file store is ok when an object can be written and deleted", async () => {
  const { s3, requests } = await storeRefusing(null);
  expect(await checkFileStore({ s3 })).toMatchObject([{ state: "ok" }]);
  expect(requests).toEqual(["HEAD", "PUT", "DELETE"]);
});

test.each([
  ["HEAD", "find the bucket"],
  ["PUT", "write an object"],
  ["DELETE", "delete an object"],
])("the file store fails when %s is refused", async (method, step) => {
  const { s3 } = await storeRefusing(method);
  await expect(checkFileStore({ s3 })).rejects.toThrow(`can't ${step}`);
});

test("an unreachable Redis fails with the reason", async () => {
  await expect(checkRedis({ redisUrl: `redis://127.0.0.1:${await closedPort()}` })).rejects.toThrow("ECONNREFUSED");
});

const redisInfo = {
  redis_version: "7.2.4",
  aof_enabled: "1",
  aof_last_write_status: "ok",
  rdb_last_bgsave_status: "ok",
  maxmemory_policy: "noeviction",
};
const infoWith = (changes: Partial<typeof redisInfo>) =>
  Object.entries({ ...redisInfo, ...changes })
    .map(([name, value]) => `${name}:${value}\r\n`)
    .join("");

test("a Redis with an append-only file and without eviction is ok", () => {
  expect(assessRedis(infoWith({}))).toEqual([{ state: "ok", text: "Redis 7.2.4 keeps jobs" }]);
});

test.each([
  ["eviction", { maxmemory_policy: "allkeys-lru" }, "failed"],
  ["no append-only file", { aof_enabled: "0" }, "attention"],
  ["a full disk", { aof_last_write_status: "err" }, "failed"],
] as const)("a Redis with %s isn't ok", (_, changes, state) => {
  expect(assessRedis(infoWith(changes))).toMatchObject([{ state }]);
});
