import type { FastifyRequest } from "fastify";
import { Problem } from "../../shared/kernel/problems";
import type { UnitOfWork, UnitOfWorkOptions } from "../../server/platform/database/unit-of-work";
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
  return server.app.callers.takeFoundLong(world.tenantId, request, () => {});
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

test("until it is its turn, what it asked for waits in the database, not in our memory", async () => {
  const world = await server.world();
  let goOn = () => {};
  const asked = jest.fn(() => new Promise<void>((resolve) => (goOn = resolve)));
  let pid = 0;
  const reads = server.platform.unitOfWork(holding(world, asked), async (tx) => {
    pid = (await tx.one<{ pid: number }>(unnamed("SELECT pg_backend_pid() AS pid")))?.pid ?? 0;
    return tx.rows(aLot(40));
  });
  const waitsToSend = async () => {
    const [one] = await server.owner.query("SELECT wait_event FROM pg_stat_activity WHERE pid = $1", [pid]);
    return one?.wait_event === "ClientWrite";
  };
  await until("it has read much", () => asked.mock.calls.length > 0);
  await until("the database waits to send", waitsToSend);
  goOn();
  expect(await reads).toHaveLength(40);
  expect(asked).toHaveBeenCalledTimes(1);
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
