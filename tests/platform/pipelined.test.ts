import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import { testServer } from "../support/server";
import { waitUntil } from "../support/wait-until";
import type { World } from "../support/world";

/** Sends several pipelined requests on one connection, which ends before the first response. */
const share = { concurrent: 2, queued: 20, calls: 500 };
const server = testServer({ callLimits: { user: share, address: share } });
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

function holdTransactions(world: World) {
  const { unitOfWork } = server.platform;
  const transactions = { begun: 0 };
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  server.platform.unitOfWork = (async (options, work) => {
    if (options.tenantId === world.tenantId) {
      transactions.begun += 1;
      await opened;
    }
    return unitOfWork(options, work);
  }) as UnitOfWork;
  return { transactions, open, end: () => (server.platform.unitOfWork = unitOfWork) };
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

test.each(["of a stranger", "of a person"])(
  "pipelined requests close their connection and release the slot %s",
  async (caller) => {
    const world = await server.world();
    const who = caller === "of a person" ? world.employee : undefined;
    if (who) await world.api(who).get("/auth/user"); // caches the session
    const { transactions, open, end } = holdTransactions(world);
    try {
      for (const _ of Array(share.concurrent + 1)) {
        const socket = await send(...Array.from({ length: 8 }, () => get(world, who?.token)));
        await once(socket, "close");
      }
      // A connection may be closed before its first request has begun.
      await waitUntil("two requests have begun", () => transactions.begun >= share.concurrent);
    } finally {
      open();
      end();
    }
    expect(transactions.begun).toBe(share.concurrent); // the first request of two connections
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.api(who).get("/auth/user")));
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(who ? 200 : 401));
  },
);
