import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { takeRequestsInTurn } from "./requests-in-turn";

/** Of each request how many pieces it came in, and its bytes. */
const came: { pieces: number; bytes: number }[] = [];
const server = createServer();
takeRequestsInTurn(server);
server.on("request", (request, response) => {
  const body = { pieces: 0, bytes: 0 };
  came.push(body);
  request.on("data", (piece: Buffer) => {
    body.pieces += 1;
    body.bytes += piece.length;
  });
  request.on("end", () => response.end("all there"));
});

beforeAll(async () => void (await once(server.listen(0, "127.0.0.1"), "listening")));
beforeEach(() => came.splice(0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a body in pieces. @returns what was answered until the connection ended. */
async function send(pieces: string[], length?: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  let read = "";
  socket.on("data", (chunk: Buffer) => (read += chunk));
  const how = length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${how}\r\n\r\n`);
  const chunks = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
  socket.write(length === undefined ? `${chunks}0\r\n\r\n` : pieces.join(""));
  await new Promise((closed) => socket.once("close", closed)); // perhaps by a reset
  return read;
}

test("thousands of crumbs end the connection, and no more of them are kept", async () => {
  expect(await send(Array<string>(100_000).fill("x"))).toBe("");
  expect(came[0]?.pieces).toBeLessThanOrEqual(2_000);
});

test.each([
  ["some crumbs", Array<string>(2_000).fill("x")],
  ["many pieces of some size", Array<string>(4_000).fill("x".repeat(200))],
])("%s are a body", async (_, pieces) => {
  expect(await send(pieces)).toContain("all there");
  expect(came[0]?.bytes).toBe(pieces.join("").length);
});

test("a body of an announced length comes as it comes", async () => {
  expect(await send(Array<string>(100_000).fill("x"), 100_000)).toContain("all there");
});
