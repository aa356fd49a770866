import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as later } from "node:timers/promises";
import { takeRequestsInTurn } from "./requests-in-turn";

const begun: [IncomingMessage, ServerResponse][] = [];
const server = createServer();
takeRequestsInTurn(server);
server.on("request", (request, response) => begun.push([request, response])); // who comes later, too

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
beforeEach(() => begun.splice(0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const asked = (path: string, body = "") =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

async function send(text: string): Promise<{ socket: Socket; read: () => string }> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  let read = "";
  socket.on("data", (chunk: Buffer) => (read += chunk));
  await once(socket, "connect");
  socket.write(text);
  return { socket, read: () => read };
}

/** Until so many were begun; a moment more, for those that shouldn't be. */
async function haveBegun(count: number): Promise<void> {
  while (begun.length < count) await later(5);
  await later(50);
}

const paths = () => begun.map(([request]) => request.url);

test("requests of one connection are begun one after the other, bodies with them", async () => {
  const { read } = await send(asked("/1", "one") + asked("/2", "two") + asked("/3"));
  for (const [at, body] of ["one", "two", ""].entries()) {
    await haveBegun(at + 1);
    expect(paths()).toEqual(["/1", "/2", "/3"].slice(0, at + 1));
    const [request, response] = begun[at] as (typeof begun)[number];
    const chunks = await request.toArray();
    expect(Buffer.concat(chunks).toString()).toBe(body);
    response.end(`answer ${at + 1}`);
  }
  while (!read().includes("answer 3")) await later(5);
  expect(read().match(/answer \d/g)).toEqual(["answer 1", "answer 2", "answer 3"]);
});

test("other connections don't wait, and the next request on this one is begun", async () => {
  const first = await send(asked("/held"));
  await haveBegun(1);
  await send(asked("/other"));
  await haveBegun(2);
  begun[0]?.[1].end("done");
  while (!first.read().includes("done")) await later(5);
  first.socket.write(asked("/next"));
  await haveBegun(3);
  expect(paths()).toEqual(["/held", "/other", "/next"]);
});

test("what waits behind another is never begun once the connection has gone", async () => {
  const { socket } = await send(asked("/1") + asked("/2"));
  await haveBegun(1);
  const closed = once(begun[0]?.[1] as ServerResponse, "close");
  socket.destroy();
  await closed;
  begun[0]?.[1].end("for nobody");
  await haveBegun(1);
  expect(paths()).toEqual(["/1"]);
});

test("nor after an answer that ends it", async () => {
  const { socket } = await send(asked("/1") + asked("/2"));
  await haveBegun(1);
  begun[0]?.[1].setHeader("connection", "close").end("the last");
  await once(socket, "close");
  await haveBegun(1);
  expect(paths()).toEqual(["/1"]);
});

test.each([
  ["", asked("/many")],
  [" that name no host", "GET /many HTTP/1.1\r\n\r\n"],
  [" that expect something", asked("/many").replace("\r\n", "\r\nExpect: tea\r\n")],
])("with very many waiting%s the connection ends", async (_, request) => {
  const { socket } = await send(asked("/first") + request.repeat(2_000));
  await new Promise((closed) => socket.once("close", closed)); // perhaps by a reset
  expect(begun).toHaveLength(1);
  expect(begun[0]?.[1].closed).toBe(true);
});

test("what is expected and can't be done is said when it is that request's turn", async () => {
  const { read } = await send(asked("/1") + asked("/2").replace("\r\n", "\r\nExpect: tea\r\n") + asked("/3"));
  await haveBegun(1);
  expect(read()).toBe("");
  begun[0]?.[1].end("answer 1");
  await haveBegun(2);
  expect(paths()).toEqual(["/1", "/3"]);
  expect(read()).toMatch(/answer 1[^]*417 Expectation Failed/);
});
