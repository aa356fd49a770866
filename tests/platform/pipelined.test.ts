import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { testServer } from "../support/server";
import { until } from "../support/until";
import { password, type World } from "../support/world";

/** Several requests at once on one connection that breaks off before the first is answered. */
const share = { atOnce: 2, waiting: 20, calls: 500 };
const server = testServer({ callLimits: { person: share, address: share, unreadMs: 500 } });
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Calls of this organisation begin, and wait. */
function held(world: World) {
  const { unitOfWork } = server.platform;
  const seen = { begun: 0 };
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  server.platform.unitOfWork = (async (options, work) => {
    if (options.tenantId === world.tenantId) {
      seen.begun += 1;
      await opened;
    }
    return unitOfWork(options, work);
  }) as UnitOfWork;
  return { seen, open, end: () => (server.platform.unitOfWork = unitOfWork) };
}

async function send(...requests: string[][]): Promise<Socket> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((server.app.server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  socket.write(requests.map((lines) => lines.join("\r\n")).join(""));
  return socket;
}

const get = (world: World, token?: string) => [
  "GET /auth/user HTTP/1.1",
  `host: ${world.host}`,
  ...(token ? [`authorization: Bearer ${token}`] : []),
  "\r\n",
];

test.each(["of a stranger", "of a person"])("one place %s is taken, and given back", async (whose) => {
  const world = await server.world();
  const who = whose === "of a person" ? world.employee : undefined;
  if (who) await world.api(who).get("/auth/user"); // known from now on
  const { seen, open, end } = held(world);
  try {
    const connections = [0, 1].map(() => send(...Array.from({ length: 8 }, () => get(world, who?.token))));
    const both = await Promise.all(connections);
    await until("both places are taken, by one request of each connection", () => seen.begun === share.atOnce);
    for (const socket of both) {
      socket.destroy();
      await once(socket, "close");
    }
  } finally {
    open();
    end();
  }
  const answers = await Promise.all(Array.from({ length: 4 }, () => world.api(who).get("/auth/user")));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(who ? 200 : 401));
});

test("who changes a password behind another call, and leaves, hasn't changed it", async () => {
  const [other, world] = [await server.world(), await server.world()];
  const { id, token } = world.employee;
  const body = JSON.stringify({
    current_password: password,
    password: "Quiet7Harbour",
    password_confirmation: "Quiet7Harbour",
  });
  const change = [
    "PUT /user/password HTTP/1.1",
    `host: ${world.host}`,
    `authorization: Bearer ${token}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    `\r\n${body}`,
  ];
  const { seen, open, end } = held(other);
  try {
    const socket = await send(get(other), change);
    await until("the first has begun", () => seen.begun === 1);
    socket.destroy();
    await once(socket, "close");
  } finally {
    open();
    end();
  }
  await world.api(world.employee).get("/auth/user");
  expect(await server.owner.query("SELECT FROM security_event WHERE user_id = $1", [id])).toEqual([]);
});

test("who reads none of their answers is hung up on", async () => {
  const world = await server.world();
  const lines = [`GET /docs/json HTTP/1.1`, `host: localhost`, "\r\n"];
  const theirs = new Promise<Socket>((come) => server.app.server.once("connection", come));
  const socket = await send(...Array<string[]>(40).fill(lines));
  socket.pause();
  const end = await theirs;
  await until("it is gone", () => end.destroyed);
  expect(end.bytesWritten).toBeGreaterThan(100_000);
  expect((await world.api().get("/healthz")).status).toBe(200);
});
