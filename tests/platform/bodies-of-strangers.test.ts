import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { FastifyInstance, HTTPMethods, RouteOptions } from "fastify";
import { limits } from "../../server/platform/limits/limits";
import { withDirectory } from "../administration/scim/directory";
import { rotatingValues } from "../run-size";
import { testServer } from "../support/server";
import type { World } from "../support/world";

const parsedStatus = 299;
const routes: { method: string; url: string; isAuthenticated: boolean }[] = [];

/** Notes all routes, and ends calls of this test once their body is parsed. */
function watchApp(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook("onRoute", ({ method, url, config }: RouteOptions) => {
    const isAuthenticated = config?.authenticateSender !== undefined;
    for (const each of [method].flat()) routes.push({ method: each, url, isAuthenticated });
  });
  fastify.addHook("preHandler", async (request, reply) => {
    if (request.headers["x-only-parse"] && request.body) return reply.status(parsedStatus).send();
  });
}
beforeAll(() => subscribe("fastify.initialization", watchApp));
afterAll(() => unsubscribe("fastify.initialization", watchApp));

const server = testServer({ outboxKey: "key" });
let world: World;
let directoryToken: string;
beforeAll(async () => {
  world = await server.world();
  directoryToken = (await withDirectory(server, world)).token as string;
});

const bodySize = 300_000;
/** Bytes that the streams between the test and the application buffer without being read. */
const buffered = 160_000;
const { publicJson } = limits.body;

const bodies = {
  json: { type: "application/json", start: '{"a":"', end: '"}' },
  scim: { type: "application/scim+json", start: '{"a":"', end: '"}' },
  form: { type: "application/x-www-form-urlencoded", start: "a=", end: "" },
  field: {
    type: "multipart/form-data; boundary=x",
    start: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n',
    end: "\r\n--x--\r\n",
  },
  file: {
    type: "Multipart/Form-Data; boundary=x",
    start: '--x\r\ncontent-disposition: form-data; name="a"; filename="a.txt"\r\n\r\n',
    end: "\r\n--x--\r\n",
  },
};
type Body = (typeof bodies)[keyof typeof bodies];

interface Call {
  method: string;
  url: string;
  body: Body;
  size?: number;
  headers?: Record<string, string>;
  isChunked?: boolean;
  remoteAddress?: string;
}

/** Sends a body piece by piece. `readBytes` is what the application has taken of it. */
async function send({ method, url, body, size = bodySize, headers, remoteAddress, isChunked = false }: Call) {
  let readBytes = 0;
  function* pieces() {
    const piece = "x".repeat(10_000);
    yield body.start;
    for (let at = 0; at < size - body.start.length - body.end.length; at += piece.length) {
      readBytes += piece.length;
      yield piece.slice(0, size - body.start.length - body.end.length - at);
    }
    yield body.end;
  }
  const length = isChunked ? { "transfer-encoding": "chunked" } : { "content-length": String(size) };
  const answer = await server.app.inject({
    method: method as HTTPMethods,
    url: url.replace(/:\w+/g, "1").replace("*", "x"),
    headers: { host: world.host, "content-type": body.type, "x-only-parse": "1", ...length, ...headers },
    payload: Readable.from(pieces(), { objectMode: false }),
    ...(remoteAddress ? { remoteAddress } : {}),
  });
  return { status: answer.statusCode, code: answer.body.startsWith("{") ? answer.json().code : "", readBytes };
}

const strangers: [string, Record<string, string>][] = [
  ["no token", {}],
  ["an unknown token", { authorization: `Bearer ${"x".repeat(43)}` }],
  ["an unknown directory token", { authorization: `Bearer scim_${"x".repeat(43)}` }],
];
const unknownPaths = ["/nowhere", "/scim/v2/nowhere", "/operator/nowhere", "/assets/x", "/files/1", "/socket.io/"];
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const unknownCalls = unknownPaths.flatMap((url) => methods.map((method) => ({ method, url })));
/** Calls of existing paths with methods that they don't have. */
const wrongMethods = () =>
  [...new Set(routes.map(({ url }) => url))].flatMap((url) =>
    methods.flatMap((method) =>
      routes.some((one) => one.url === url && one.method === method) ? [] : { method, url },
    ),
  );

/** The check is the same for all paths: a quick run tries two of the ten kinds of bodies on each of them. */
const someOf = rotatingValues({ quick: 5, full: 1 });

describe.each(Object.entries(bodies))("a long %s body", (_, body) => {
  test.each([
    ["given", false],
    ["unknown", true],
  ])("of %s length isn't read without a session on any path", async (_name, isChunked) => {
    const read: unknown[] = [];
    const isFirst = body === bodies.json && !isChunked;
    for (const call of someOf([...routes, ...unknownCalls, ...(isFirst ? wrongMethods() : [])])) {
      const { status, readBytes } = await send({ ...call, body, isChunked });
      // With 413, the rest of a body of unknown length is discarded as it arrives.
      const isRead = readBytes > publicJson + buffered && status !== 413;
      if (isRead || status === parsedStatus) read.push([call, status, readBytes]);
    }
    expect(routes.length).toBeGreaterThan(500);
    expect(read).toEqual([]);
  });
});

test.each(strangers)("short bodies are parsed on public paths only, with %s", async (_, headers) => {
  const parsed: unknown[] = [];
  for (const { method, url, isAuthenticated } of routes) {
    if (!isAuthenticated) continue;
    const size = 1_000;
    const { status } = await send({ method, url, body: bodies.json, size, headers });
    if (status === parsedStatus) parsed.push([method, url]);
  }
  expect(parsed).toEqual([]);
  expect(await send({ method: "POST", url: "/auth/login", body: bodies.json, size: 60_000, headers })).toMatchObject({
    status: parsedStatus,
  });
});

test("compressed bodies count as long", async () => {
  const payload = gzipSync(JSON.stringify({ a: "x".repeat(900_000) }));
  const headers = { host: world.host, "content-type": "application/json", "content-encoding": "gzip" };
  const post = (url: string) => server.app.inject({ method: "POST", url, payload, headers });
  expect(payload.length).toBeLessThan(publicJson);
  expect([(await post("/comments")).statusCode, (await post("/auth/login")).statusCode]).toEqual([401, 413]);
});

test("users and directories may send long bodies where they are signed in", async () => {
  const refused: unknown[] = [];
  for (const { method, url, isAuthenticated } of routes) {
    if (!isAuthenticated || method === "GET") continue;
    const isScim = url.startsWith("/scim/");
    const authorization = `Bearer ${isScim ? directoryToken : world.employee.token}`;
    for (const body of isScim ? [bodies.json, bodies.scim] : [bodies.json, bodies.file]) {
      const { status, code } = await send({ method, url, body, headers: { authorization } });
      if (status !== parsedStatus) refused.push([method, url, body.type, status, code]);
    }
  }
  expect(refused).toEqual([]);
});

test("a session opens no long bodies on unknown paths", async () => {
  const headers = { authorization: `Bearer ${world.employee.token}` };
  for (const url of unknownPaths)
    for (const body of Object.values(bodies)) {
      const { status, readBytes } = await send({ method: "POST", url, body, headers });
      expect([url, body.type, status, readBytes <= buffered]).toEqual([url, body.type, 404, true]);
    }
});

test("long bodies don't reveal calls of operators outside of the private network", async () => {
  for (const { method, url } of routes.filter((one) => one.url.startsWith("/operator/")))
    for (const body of Object.values(bodies)) {
      const { status, readBytes } = await send({ method, url, body, remoteAddress: "203.0.113.7" });
      expect([method, url, status, readBytes <= buffered]).toEqual([method, url, 404, true]);
    }
});

test("the webhook refuses unsigned and long events", async () => {
  const call = { method: "POST", url: "/payment/stripe/webhook", body: bodies.json, headers: { "x-only-parse": "" } };
  expect(await send({ ...call, size: 1_000 })).toMatchObject({ status: 400, code: "subscription.unsigned" });
  const { status, readBytes } = await send(call);
  expect([status, readBytes <= publicJson + buffered]).toEqual([413, true]);
});
