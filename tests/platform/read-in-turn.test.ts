import type { FastifyRequest } from "fastify";
import { Problem } from "../../shared/kernel/problems";
import { againInTurn } from "../../server/platform/database/read-in-turn";
import type { Tx, UnitOfWork, UnitOfWorkOptions } from "../../server/platform/database/unit-of-work";
import { unnamed } from "../../server/platform/database/unit-of-work";
import { testServer } from "../support/server";
import { until } from "../support/until";
import type { Person, World } from "../support/world";
import { newBoard, ok, type TestBoard } from "../tasks/board";

const server = testServer();

/** What the database answers with it is about two megabytes. */
async function largeBoard(world: World): Promise<TestBoard> {
  const board = await newBoard(world, { cards: [1, 0, 0] });
  await server.owner.query(
    `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
     SELECT tenant_id, project_id, task_status_id, 1000 + n, repeat('Long ', 40), 'e' || lpad(n::text, 5, '0')
     FROM task, generate_series(1, 3000) AS n WHERE task.id = $1`,
    [board.tasks[0]?.[0]],
  );
  return board;
}

/** Takes the turn of whoever calls, as a long answer of theirs that is still made would. */
function turnOf(world: World, { token }: Person): Promise<() => void> {
  const request = { headers: { authorization: `Bearer ${token}` }, ip: "" } as FastifyRequest;
  return server.app.callers.takeLong(world.tenantId, request, () => {});
}

const path = (board: TestBoard) => `/project/${board.id}/task_tatus`;

test("answers that turn out to be long are made one after the other for a person; nobody else's, and no short one, waits for it", async () => {
  const world = await server.world();
  const [board, small] = [await largeBoard(world), await newBoard(world)];
  ok(await board.member.get("/auth/user")); // known by their session from here on
  const done = await turnOf(world, board.people.member);
  let isOver = false;
  const waits = board.member.get(path(board)).finally(() => (isOver = true));
  ok(await small.member.get(path(small)));
  const colleague = ok(await board.owner.get(path(board)));
  expect(isOver).toBe(false);
  done();
  expect(ok(await waits).body).toMatchObject({ data: colleague.body.data });
  ok(await board.member.get(path(board))); // the turn was given back
});

test("and a few at once for an organisation", async () => {
  const [world, other] = [await server.world(), await server.world()];
  const [board, foreign] = [await largeBoard(world), await largeBoard(other)];
  const people = [world.admin, world.hr, world.finance, world.manager];
  for (const person of people) await world.api(person).get("/auth/user");
  const turns = await Promise.all(people.map((person) => turnOf(world, person)));
  let isOver = false;
  const waits = board.member.get(path(board)).finally(() => (isOver = true));
  ok(await foreign.member.get(path(foreign)));
  expect(isOver).toBe(false);
  turns[0]?.();
  ok(await waits);
  for (const turn of turns) turn();
});

const aLot = (megabytes: number) => unnamed(`SELECT repeat('x', 1000000) FROM generate_series(1, ${megabytes})`);
const holding = (world: World, whenMuch: () => Promise<void>): UnitOfWorkOptions => ({
  tenantId: world.tenantId,
  readOnly: true,
  whenMuch,
});

const origin = {
  address: "",
  device: null,
  call: "",
  requestId: "",
  tenantId: null,
  userId: null,
  sessionId: null,
};

/** How much of its answers has come to us. */
const bytesReadBy = (tx: Tx): number =>
  (tx as unknown as { client: { connection: { stream: { bytesRead: number } } } }).client.connection.stream.bytesRead;

test("until it is its turn, what it asked for isn't read, and its connection is others'; then it runs again", async () => {
  const world = await server.world();
  let goOn = () => {};
  const turn = new Promise<void>((resolve) => (goOn = resolve));
  const pids: number[] = [];
  const read: (() => number)[] = [];
  const inTurn = jest.fn(() => turn);
  const reads = againInTurn(inTurn, () =>
    server.platform.unitOfWork(holding(world, inTurn), async (tx) => {
      pids.push((await tx.one<{ pid: number }>(unnamed("SELECT pg_backend_pid() AS pid")))?.pid ?? 0);
      const before = bytesReadBy(tx);
      read.push(() => bytesReadBy(tx) - before);
      return tx.rows(aLot(40));
    }),
  );
  await until("it has given its connection back", async () => {
    const [pid] = pids;
    if (pid === undefined) return false;
    return (await server.owner.query("SELECT pid FROM pg_stat_activity WHERE pid = $1", [pid])).length === 0;
  });
  expect(read[0]?.()).toBeLessThan(5_000_000);
  goOn();
  expect(await reads).toHaveLength(40);
  expect(pids).toHaveLength(2);
});

test("colleagues of those who wait for their turn aren't kept waiting", async () => {
  const world = await server.world();
  const board = await largeBoard(world);
  ok(await board.member.get("/auth/user"));
  ok(await board.owner.get("/auth/user"));
  const turns = [await turnOf(world, board.people.member), await turnOf(world, board.people.owner)];
  const reading = ({ token }: Person) =>
    server.app.inject({ url: path(board), headers: { host: world.host, authorization: `Bearer ${token}` } });
  // As they come: holding each of the sixteen against the contract would take longer than all of them.
  const waiting = Array.from({ length: 8 }, () => [reading(board.people.member), reading(board.people.owner)]).flat();
  ok(await world.api(world.hr).get("/auth/user"));
  for (const done of turns) done();
  for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200);
});

test("who doesn't wait for it any more ends it, and so does more than anybody is answered; the next are served", async () => {
  const world = await server.world();
  const { unitOfWork } = server.platform;
  const left = () => Promise.reject(new Problem("rate.limited"));
  await expect(unitOfWork(holding(world, left), (tx) => tx.rows(aLot(5)))).rejects.toMatchObject({
    code: "rate.limited",
  });
  const letIn = () => Promise.resolve();
  await expect(unitOfWork(holding(world, letIn), (tx) => tx.rows(aLot(65)))).rejects.toMatchObject({
    code: "answer.tooLong",
  });
  const many = Array.from({ length: 20 }, () => unitOfWork(holding(world, letIn), (tx) => tx.rows(aLot(1))));
  expect(await Promise.all(many)).toHaveLength(20);
});

test("a call that changes something waits for nobody while it holds locks, whatever it reads", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const { unitOfWork } = server.platform;
  const seen: boolean[] = [];
  server.platform.unitOfWork = ((options, work) => {
    seen.push(options.whenMuch !== undefined);
    return unitOfWork(options, work);
  }) as UnitOfWork;
  try {
    ok(await board.member.get(path(board)));
    ok(await board.owner.post("/task", { title: "One", task_status_id: board.columns[0] }));
  } finally {
    server.platform.unitOfWork = unitOfWork;
  }
  expect(seen).toEqual([true, false]);
});

test("nor does it read more than it may: it is ended, and has changed nothing", async () => {
  const world = await server.world();
  const { unitOfWork } = server.platform;
  const called = { tenantId: world.tenantId, origin };
  const changing = unitOfWork(called, async (tx) => {
    await tx.rows(unnamed("UPDATE tenant SET name = 'Other' WHERE id = current_tenant()"));
    return tx.rows(aLot(33));
  });
  await expect(changing).rejects.toMatchObject({ code: "request.tooMuch" });
  expect(await server.owner.query("SELECT FROM tenant WHERE id = $1 AND name = 'Other'", [world.tenantId])).toEqual([]);
  expect(await unitOfWork(called, (tx) => tx.rows(aLot(20)))).toHaveLength(20);
  expect(await unitOfWork({ tenantId: world.tenantId }, (tx) => tx.rows(aLot(33)))).toHaveLength(33);
});
