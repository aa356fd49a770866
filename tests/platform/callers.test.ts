import { Agent, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { limits } from "../../server/platform/limits/limits";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import type { Answer } from "../support/api";
import { type TestServer, testServer } from "../support/server";
import { waitUntil } from "../support/wait-until";
import type { Person, World } from "../support/world";

function gate(server: TestServer, tenantId: number) {
  const { unitOfWork } = server.platform;
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const transactions = { now: 0, most: 0 };
  server.platform.unitOfWork = (async (options, work) => {
    if (options.tenantId !== tenantId) return unitOfWork(options, work);
    transactions.now += 1;
    transactions.most = Math.max(transactions.most, transactions.now);
    await opened;
    return unitOfWork(options, work).finally(() => (transactions.now -= 1));
  }) as UnitOfWork;
  return { transactions, open, end: () => (server.platform.unitOfWork = unitOfWork) };
}

const { user, address } = limits.calls;
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))];
const runConcurrently = <Result>(count: number, make: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const me = (world: World, who: Person) => world.api(who).get("/auth/user");
describe("with the default limits", () => {
  const server = testServer({ isShared: false });

  test("long responses run one at a time per user and a few at a time per tenant", async () => {
    const [greedy, other] = [await server.world(), await server.world()];
    const people = [greedy.employee, greedy.manager, greedy.hr, greedy.admin, greedy.finance];
    for (const person of people) await me(greedy, person);
    const { transactions, open, end } = gate(server, greedy.tenantId);
    try {
      const lists = (who: Person, count: number) => runConcurrently(count, () => greedy.api(who).get("/reservations"));
      const own = lists(greedy.employee, 6);
      await waitUntil("their list is made", () => transactions.now === 1);
      expect((await me(other, other.employee)).status).toBe(200);
      expect(transactions.most).toBe(1);
      const others = people.slice(1).map((who) => lists(who, 2));
      await waitUntil("four are made", () => transactions.now === 4);
      expect((await other.api(other.employee).get("/reservations")).status).toBe(200);
      expect(transactions.most).toBe(4);
      open();
      expect(statuses((await Promise.all([own, ...others])).flat())).toEqual([200]);
      expect(transactions.most).toBe(4);
    } finally {
      end();
    }
  });

  test.each([
    "/expense/export?format=csv",
    "/expense/claim/1/pdf",
    "/finance/export?format=csv",
    "/finance/finance-request/1/pdf",
    "/users/export?format=csv",
    "/leave/export/requests?format=csv&from=2030-01-01&to=2030-01-31",
    "/leave/export/balances?format=csv",
    "/reservations/report/export?format=csv&from=2030-01-01&to=2030-01-31",
    "/employment-entry/1/letter",
    "/audit/changes/export",
    "/audit/security-log/export",
  ])("exports run one at a time per user: %s", async (path) => {
    const world = await server.world();
    await me(world, world.admin);
    const { transactions, open, end } = gate(server, world.tenantId);
    try {
      const files = runConcurrently(3, () => world.api(world.admin).get(path));
      await waitUntil("one is made", () => transactions.now === 1);
      // If the other exports were admitted, they would have started by now.
      const mine = me(world, world.admin);
      await waitUntil("another call as well", () => transactions.now === 2);
      expect(transactions.most).toBe(2);
      open();
      await mine;
      expect(statuses(await files)).toEqual([path.includes("/1/") ? 404 : 200]);
    } finally {
      end();
    }
  });

  test("a list requested without paging counts as a long response", async () => {
    const world = await server.world();
    await me(world, world.employee);
    const { transactions, open, end } = gate(server, world.tenantId);
    try {
      const api = world.api(world.employee);
      const whole = runConcurrently(3, () => api.get("/room?search="));
      await waitUntil("one is made", () => transactions.now === 1);
      const pages = ["page=1", "per_page=20", "perPage=20"].map((page) => api.get(`/room?${page}`));
      await waitUntil("pages as well", () => transactions.now === 1 + pages.length);
      open();
      expect(statuses([...(await Promise.all(pages)), ...(await whole)])).toEqual([200]);
    } finally {
      end();
    }
  });

  test("eight calls of a user run concurrently; other users are served meanwhile", async () => {
    const [greedy, other] = [await server.world(), await server.world()];
    await me(greedy, greedy.employee);
    const { transactions, open, end } = gate(server, greedy.tenantId);
    try {
      const all = runConcurrently(300, () => me(greedy, greedy.employee));
      await waitUntil("all places are taken", () => transactions.now === user.concurrent);
      // Another tenant's user is served, and so is a colleague whose new session isn't cached yet.
      expect((await me(other, other.employee)).status).toBe(200);
      const colleague = me(greedy, greedy.manager);
      await waitUntil("the colleague is in as well", () => transactions.now === user.concurrent + 1);
      expect(transactions.most).toBe(user.concurrent + 1);
      open();
      expect(statuses(await all)).toEqual([200]);
      expect((await colleague).status).toBe(200);
    } finally {
      end();
    }
  });

  test("an aborted call keeps its slot until its work has ended", async () => {
    const { app } = server;
    const [greedy, other] = [await server.world(), await server.world()];
    await me(greedy, greedy.employee);
    if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const { transactions, open, end } = gate(server, greedy.tenantId);
    const head = `GET /auth/user HTTP/1.1\r\nhost: ${greedy.host}\r\nauthorization: Bearer ${greedy.employee.token}\r\n\r\n`;
    const ask = () =>
      connect(port, "127.0.0.1", function (this: Socket) {
        this.write(head);
      }).on("error", () => {});
    try {
      for (let round = 0; round < 3; round++) {
        const sockets = Array.from({ length: 8 }, ask);
        if (round === 0) await waitUntil("all places are taken", () => transactions.now === user.concurrent);
        else expect((await me(other, other.employee)).status).toBe(200);
        for (const socket of sockets) socket.destroy();
        await runConcurrently(3, () => me(other, other.employee));
      }
      expect(transactions.most).toBe(user.concurrent);
      open();
      expect((await me(greedy, greedy.employee)).status).toBe(200);
      await waitUntil("all have ended", () => transactions.now === 0);
    } finally {
      end();
    }
  });

  test("250 aborted concurrent uploads delay no other user and release their slots", async () => {
    const { app } = server;
    const world = await server.world();
    for (const who of [world.employee, world.hr]) await me(world, who);
    if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const type = "multipart/form-data; boundary=x";
    const head = [
      "POST /user/image HTTP/1.1",
      `host: ${world.host}`,
      `authorization: Bearer ${world.employee.token}`,
      `content-type: ${type}`,
      "content-length: 1000000",
      "",
      '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nstart',
    ].join("\r\n");
    let received = 0;
    const count = () => (received += 1);
    app.server.on("request", count);
    const sockets = Array.from({ length: 250 }, () => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      socket.write(head);
      return socket;
    });
    const upload = (who: Person) =>
      world.api(who).send({
        method: "POST",
        url: "/user/image",
        headers: { "content-type": type },
        payload: "--x--\r\n",
      });
    await waitUntil("all have begun", () => received === sockets.length);
    app.server.off("request", count);
    expect((await me(world, world.hr)).status).toBe(200);
    expect((await upload(world.hr)).status).toBe(422);
    for (const socket of sockets) socket.destroy();
    const own = await runConcurrently(12, () => upload(world.employee));
    expect(statuses(own)).toEqual([422]);
  });

  test("several sessions share one user's limit", async () => {
    const greedy = await server.world();
    const sessions = await runConcurrently(5, () => greedy.signIn(greedy.employee));
    const people = sessions.map((session) => ({ ...greedy.employee, ...session }));
    for (const person of people) await me(greedy, person);
    const { transactions, open, end } = gate(server, greedy.tenantId);
    try {
      const all = runConcurrently(50, (n) => me(greedy, people[n % 5] as Person));
      await waitUntil("all places are taken", () => transactions.now === user.concurrent);
      open();
      expect(statuses(await all)).toEqual([200]);
      expect(transactions.most).toBe(user.concurrent);
    } finally {
      end();
    }
  });

  test("unknown callers share an IP address's limit, separate from signed-in users", async () => {
    const [greedy, other] = [await server.world(), await server.world()];
    await me(other, other.employee);
    const { transactions, open, end } = gate(server, greedy.tenantId);
    try {
      const all = runConcurrently(200, (n) =>
        greedy.api({ ...greedy.employee, token: `${n}`.padStart(43, "x") }).get("/auth/user"),
      );
      await waitUntil("all places are taken", () => transactions.now === address.concurrent);
      expect((await me(other, other.employee)).status).toBe(200);
      open();
      expect(statuses(await all)).toEqual([401]);
      expect(transactions.most).toBe(address.concurrent);
    } finally {
      end();
    }
  });

  test("all users behind one office address can open their screens simultaneously", async () => {
    const worlds = await runConcurrently(6, () => server.world());
    const people = worlds.flatMap((world) =>
      [world.admin, world.hr, world.manager, world.finance, world.employee].map((who) => ({ world, who })),
    );
    const answers = await runConcurrently(20, () => Promise.all(people.map(({ world, who }) => me(world, who))));
    expect(statuses(answers.flat())).toEqual([200]);
  });

  test("a calendar feed URL is served one call at a time", async () => {
    const [greedy, other] = [await server.world(), await server.world()];
    const feed = await greedy.api(greedy.employee).post("/leave/calendar-feed", { scope: "own" });
    const { path } = feed.body.data as { path: string };
    const { transactions, open, end } = gate(server, greedy.tenantId);
    try {
      const all = runConcurrently(8, () => greedy.api().get(path));
      await waitUntil("the first is in", () => transactions.now === 1);
      const another = greedy.api().get(path.replace(/.{4}\.ics$/, "none.ics"));
      await waitUntil("another address doesn't wait", () => transactions.now === 2);
      expect((await me(other, other.employee)).status).toBe(200);
      expect(transactions.most).toBe(2);
      open();
      expect(statuses(await all)).toEqual([200]);
      expect((await another).status).toBe(404);
      expect(transactions.most).toBe(2);
    } finally {
      end();
    }
  });
});

describe("with low limits", () => {
  const little = { concurrent: 2, queued: 3, calls: 20 };
  const server = testServer({ callLimits: { user: little, address: { concurrent: 8, queued: 100, calls: 200 } } });
  const filling = testServer({ callLimits: { uploadsPerDay: 2_000_000 } });

  test("uploaded bytes per day are limited per user; reads remain possible", async () => {
    const { app } = filling;
    const world = await filling.world();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (who: Person, bytes: number) =>
      new Promise<number>((resolve, reject) => {
        const headers = {
          host: world.host,
          authorization: `Bearer ${who.token}`,
          ...(bytes > 0 ? { "content-type": "application/json", "content-length": bytes } : {}),
        };
        const path = bytes > 0 ? "/comments" : "/auth/user";
        request({ port, agent, method: bytes > 0 ? "POST" : "GET", path, headers }, (answer) => {
          answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
        })
          .on("error", reject)
          .end(bytes > 0 ? JSON.stringify({ comment: "x".repeat(bytes - 14) }) : undefined);
      });
    const [greedy, other] = [world.employee, world.manager];
    expect(await send(greedy, 0)).toBe(200);
    for (let n = 0; n < 4; n++) expect(await send(greedy, 600_000)).toBe(422);
    await waitUntil("it is counted", async () => (await send(greedy, 100)) === 429);
    expect(await send(greedy, 0)).toBe(200);
    expect(await send(other, 600_000)).toBe(422); // over the same connection, as behind a proxy
    expect(await send(other, 600_000)).toBe(422);
    agent.destroy();
  });

  test("a call at a full queue gets 429 with Retry-After and has no effect", async () => {
    const greedy = await server.world();
    await me(greedy, greedy.employee);
    const { open, end } = gate(server, greedy.tenantId);
    try {
      let refusals = 0;
      const all = runConcurrently(8, async () => {
        const answer = await me(greedy, greedy.employee);
        if (answer.status === 429) refusals += 1;
        return answer;
      });
      await waitUntil("those beyond the line are refused", () => refusals === 3);
      open();
      const answers = await all;
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toHaveLength(3);
      for (const { status, body, headers } of refused) {
        expect([status, body.code]).toEqual([429, "rate.limited"]);
        expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      }
    } finally {
      end();
    }
  });

  test("calls per ten seconds are limited per user; health probes are never refused", async () => {
    const [greedy, other] = [await server.world(), await server.world()];
    await me(greedy, greedy.employee);
    const answers: Answer[] = [];
    for (let n = 0; n < 22; n++) answers.push(await me(greedy, greedy.employee));
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429, 429]);
    expect(Number(answers.at(-1)?.headers["retry-after"])).toBeLessThanOrEqual(10);
    expect((await me(other, other.employee)).status).toBe(200);
    expect((await me(greedy, greedy.manager)).status).toBe(200);
    for (let n = 0; n < 250; n++) expect((await other.api().get("/healthz")).status).toBe(200);
  });
});
