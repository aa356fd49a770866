import { once } from "node:events";
import { Agent, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { callLimits } from "../../server/platform/http/callers";
import type { UnitOfWork } from "../../server/platform/database/unit-of-work";
import type { Answer } from "../support/api";
import { type TestServer, testServer } from "../support/server";
import { until } from "../support/until";
import type { Person, World } from "../support/world";

/** Transactions of one tenant come this far and wait; how many at once is counted. */
function gate(server: TestServer, tenantId: number) {
  const { unitOfWork } = server.platform;
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const seen = { now: 0, most: 0 };
  server.platform.unitOfWork = (async (options, work) => {
    if (options.tenantId !== tenantId) return unitOfWork(options, work);
    seen.now += 1;
    seen.most = Math.max(seen.most, seen.now);
    await opened;
    return unitOfWork(options, work).finally(() => (seen.now -= 1));
  }) as UnitOfWork;
  return { seen, open, end: () => (server.platform.unitOfWork = unitOfWork) };
}

const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))];
const many = <Result>(count: number, make: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const me = (world: World, who: Person) => world.api(who).get("/auth/user");
describe("as it is", () => {
  const server = testServer();

  test("answers that may be long are made one after the other for a person, and a few at once for an organisation", async () => {
    const [greedy, other] = [await server.world(), await server.world()];
    const people = [greedy.employee, greedy.manager, greedy.hr, greedy.admin, greedy.finance];
    for (const person of people) await me(greedy, person);
    const { seen, open, end } = gate(server, greedy.tenantId);
    try {
      const lists = (who: Person, count: number) => many(count, () => greedy.api(who).get("/reservations"));
      const own = lists(greedy.employee, 6);
      await until("their list is made", () => seen.now === 1);
      expect((await me(other, other.employee)).status).toBe(200);
      expect(seen.most).toBe(1);
      const others = people.slice(1).map((who) => lists(who, 2));
      await until("four are made", () => seen.now === 4);
      expect((await other.api(other.employee).get("/reservations")).status).toBe(200);
      expect(seen.most).toBe(4);
      open();
      expect(statuses((await Promise.all([own, ...others])).flat())).toEqual([200]);
      expect(seen.most).toBe(4);
    } finally {
      end();
    }
  });

  test.each([
    "/finance/export?format=csv",
    "/finance/finance-request/1/pdf",
    "/users/export?format=csv",
    "/leave/export/requests?format=csv&from=2030-01-01&to=2030-01-31",
    "/leave/export/balances?format=csv",
    "/reservations/report/export?format=csv&from=2030-01-01&to=2030-01-31",
    "/employment-entry/1/letter",
    "/audit/changes/export",
    "/audit/security-log/export",
  ])("files are made one after the other for a person: %s", async (path) => {
    const world = await server.world();
    await me(world, world.admin);
    const { seen, open, end } = gate(server, world.tenantId);
    try {
      const files = many(3, () => world.api(world.admin).get(path));
      await until("one is made", () => seen.now === 1);
      // Were the others let in, they would be there by the time that this is.
      const mine = me(world, world.admin);
      await until("another call as well", () => seen.now === 2);
      expect(seen.most).toBe(2);
      open();
      await mine;
      expect(statuses(await files)).toEqual([path.includes("/1/") ? 404 : 200]);
    } finally {
      end();
    }
  });

  test("a list that has pages is long where none is asked for", async () => {
    const world = await server.world();
    await me(world, world.employee);
    const { seen, open, end } = gate(server, world.tenantId);
    try {
      const api = world.api(world.employee);
      const whole = many(3, () => api.get("/room?search="));
      await until("one is made", () => seen.now === 1);
      const pages = ["page=1", "per_page=20", "perPage=20"].map((page) => api.get(`/room?${page}`));
      await until("pages as well", () => seen.now === 1 + pages.length);
      open();
      expect(statuses([...(await Promise.all(pages)), ...(await whole)])).toEqual([200]);
    } finally {
      end();
    }
  });

  test("whoever holds as much as they may of answers and of files waits with the next, and nobody else does", async () => {
    const world = await server.world();
    for (const who of [world.employee, world.hr]) await me(world, who);
    const file = { headers: { "content-type": "multipart/form-data; boundary=x" }, payload: "--x--\r\n" };
    const send = (who: Person) => world.api(who).send({ method: "POST", url: "/profile/image", ...file });
    const { answers, uploads } = server.app.callers;
    const name = `${world.tenantId}/${world.employee.id}`;
    for (const [kind, act] of [
      [answers, (who: Person) => me(world, who)],
      [uploads, send],
    ] as const) {
      const place = await kind.enter(String(world.tenantId), name, () => {});
      place.holds(60_000_000);
      let isOver = false;
      const waits = act(world.employee).finally(() => (isOver = true));
      await act(world.hr);
      await act(world.hr);
      expect(isOver).toBe(false);
      place.end();
      await waits;
    }
  });

  test("of one person's calls eight run at once, and everybody else's are served meanwhile", async () => {
    const [greedy, other] = [await server.world(), await server.world()];
    await me(greedy, greedy.employee);
    const { seen, open, end } = gate(server, greedy.tenantId);
    try {
      const all = many(300, () => me(greedy, greedy.employee));
      await until("all places are taken", () => seen.now === callLimits.person.atOnce);
      // Another tenant, and a colleague who signed in a moment ago and isn't known yet.
      expect((await me(other, other.employee)).status).toBe(200);
      const colleague = me(greedy, greedy.manager);
      await until("the colleague is in as well", () => seen.now === callLimits.person.atOnce + 1);
      expect(seen.most).toBe(callLimits.person.atOnce + 1);
      open();
      expect(statuses(await all)).toEqual([200]); // two hundred cards, and a hundred more: none is refused
      expect((await colleague).status).toBe(200);
    } finally {
      end();
    }
  });

  test("who hangs up has their place until what they asked for is done", async () => {
    const { app } = server;
    const [greedy, other] = [await server.world(), await server.world()];
    await me(greedy, greedy.employee);
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const { seen, open, end } = gate(server, greedy.tenantId);
    const head = `GET /auth/user HTTP/1.1\r\nhost: ${greedy.host}\r\nauthorization: Bearer ${greedy.employee.token}\r\n\r\n`;
    const ask = () =>
      connect(port, "127.0.0.1", function (this: Socket) {
        this.write(head);
      }).on("error", () => {});
    try {
      for (let round = 0; round < 3; round++) {
        const sockets = Array.from({ length: 8 }, ask);
        if (round === 0) await until("all places are taken", () => seen.now === callLimits.person.atOnce);
        else expect((await me(other, other.employee)).status).toBe(200);
        for (const socket of sockets) socket.destroy();
        await many(3, () => me(other, other.employee));
      }
      expect(seen.most).toBe(callLimits.person.atOnce);
      open();
      expect((await me(greedy, greedy.employee)).status).toBe(200);
      await until("all have ended", () => seen.now === 0);
    } finally {
      end();
    }
  });

  test("a session that nobody knows yet calls by the dozen: one is looked at, and then they are a person's", async () => {
    const [greedy, other] = [await server.world(), await server.world()];
    const { seen, open, end } = gate(server, greedy.tenantId);
    try {
      const all = many(60, () => me(greedy, greedy.employee));
      await until("the first is in", () => seen.now === 1);
      expect((await me(other, other.employee)).status).toBe(200);
      expect(seen.most).toBe(1);
      open();
      expect(statuses(await all)).toEqual([200]);
      expect(seen.most).toBeLessThanOrEqual(callLimits.person.atOnce + 1); // the first itself isn't counted as theirs
    } finally {
      end();
    }
  });

  test("more sessions don't give one person more", async () => {
    const greedy = await server.world();
    const sessions = await many(5, () => greedy.signIn(greedy.employee));
    const people = sessions.map((session) => ({ ...greedy.employee, ...session }));
    for (const person of people) await me(greedy, person);
    const { seen, open, end } = gate(server, greedy.tenantId);
    try {
      const all = many(50, (n) => me(greedy, people[n % 5] as Person));
      await until("all places are taken", () => seen.now === callLimits.person.atOnce);
      open();
      expect(statuses(await all)).toEqual([200]);
      expect(seen.most).toBe(callLimits.person.atOnce);
    } finally {
      end();
    }
  });

  test("whoever nobody knows shares what their address has, and doesn't take from those who are known", async () => {
    const [greedy, other] = [await server.world(), await server.world()];
    await me(other, other.employee);
    const { seen, open, end } = gate(server, greedy.tenantId);
    try {
      const all = many(200, (n) =>
        greedy.api({ ...greedy.employee, token: `${n}`.padStart(43, "x") }).get("/auth/user"),
      );
      await until("all places are taken", () => seen.now === callLimits.address.atOnce);
      expect((await me(other, other.employee)).status).toBe(200); // from the same address
      open();
      expect(statuses(await all)).toEqual([401]);
      expect(seen.most).toBe(callLimits.address.atOnce);
    } finally {
      end();
    }
  });

  test("an office behind one address opens its screens at the same moment", async () => {
    const worlds = await many(6, () => server.world());
    const people = worlds.flatMap((world) =>
      [world.admin, world.hr, world.manager, world.finance, world.employee].map((who) => ({ world, who })),
    );
    const answers = await many(20, () => Promise.all(people.map(({ world, who }) => me(world, who))));
    expect(statuses(answers.flat())).toEqual([200]);
  });

  test("by one calendar's address one call is answered at a time", async () => {
    const [greedy, other] = [await server.world(), await server.world()];
    const feed = await greedy.api(greedy.employee).post("/leave/calendar-feed", { scope: "own" });
    const { path } = feed.body.data as { path: string };
    const { seen, open, end } = gate(server, greedy.tenantId);
    try {
      const all = many(8, () => greedy.api().get(path));
      await until("the first is in", () => seen.now === 1);
      const another = greedy.api().get(path.replace(/.{4}\.ics$/, "none.ics"));
      await until("another address doesn't wait", () => seen.now === 2);
      expect((await me(other, other.employee)).status).toBe(200);
      expect(seen.most).toBe(2);
      open();
      expect(statuses(await all)).toEqual([200]);
      expect((await another).status).toBe(404);
      expect(seen.most).toBe(2);
    } finally {
      end();
    }
  });
});

describe("at the limit", () => {
  const little = { atOnce: 2, waiting: 3, calls: 20 };
  const server = testServer({ callLimits: { person: little, address: { atOnce: 8, waiting: 100, calls: 200 } } });
  const slow = testServer({
    callLimits: { person: little, address: { atOnce: 2, waiting: 0, calls: 200 }, strangerBodyMs: 400 },
  });
  const filling = testServer({ callLimits: { ...callLimits, bytesADay: 2_000_000 } });

  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  test("a stranger who takes ages to say what they want keeps no place from others", async () => {
    const { app } = slow;
    const world = await slow.world();
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const head = [
      "POST /auth/login HTTP/1.1",
      `host: ${world.host}`,
      "content-type: application/json",
      "content-length: 900",
    ];
    const begun = new Promise<void>((resolve) => {
      let count = 0;
      app.server.on("request", () => ++count === 2 && resolve());
    });
    const ended = [1, 2].map(() => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      sockets.push(socket);
      socket.write(`${head.join("\r\n")}\r\n\r\n{`);
      return once(socket, "close");
    });
    await begun;
    expect((await world.api().get("/auth/user")).status).toBe(429); // both places are taken, and there is no line
    await Promise.all(ended);
    // Their sockets are closed here a moment before the server gives their places back.
    await until("a place is free again", async () => (await world.api().get("/auth/user")).status === 401);
  });

  test("what one person sends in a day is counted: beyond it they read on, and send nothing; others aren't asked", async () => {
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
    await until("it is counted", async () => (await send(greedy, 100)) === 429);
    expect(await send(greedy, 0)).toBe(200);
    expect(await send(other, 600_000)).toBe(422); // by the same connection, as behind a proxy
    expect(await send(other, 600_000)).toBe(422);
    agent.destroy();
  });

  test("a line that is too long is 429 with when to come again, and nothing was done", async () => {
    const greedy = await server.world();
    await me(greedy, greedy.employee);
    const { open, end } = gate(server, greedy.tenantId);
    try {
      let refusals = 0;
      const all = many(8, async () => {
        const answer = await me(greedy, greedy.employee);
        if (answer.status === 429) refusals += 1;
        return answer;
      });
      await until("those beyond the line are refused", () => refusals === 3);
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

  test("calls in ten seconds are counted for each person; who watches the process is never refused", async () => {
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
