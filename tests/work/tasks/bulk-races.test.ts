import type { DomainEvent } from "../../../shared/kernel/events";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import { testServer } from "../../support/server";
import { newBoard, requireOk } from "./board";
import { recordStatementNames } from "../../support/statements/sent";

const server = testServer();

test("concurrent bulk changes in opposite order all succeed without lost events", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [12, 4, 0] });
  const before = await board.read();
  const ids = board.tasks[0] as number[];
  const [, doing, done] = board.columns;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => {
      const order = at % 2 === 0 ? ids : [...ids].reverse();
      const priority = at % 3 === 0 ? "high" : "low";
      const changes = order.map((id) => ({ id, priority, task_status_id: at % 2 === 0 ? doing : done }));
      return (at % 4 < 2 ? board.member : board.owner).post("/task/bulk", { changes });
    }),
  );
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  const events = world
    .events()
    .filter(({ stream }) => stream === `project:${board.id}`)
    .map(({ event }) => event as DomainEvent)
    .sort((a, b) => a.revision - b.revision);
  expect(applyEvents(boardFromReply(before), events)).toEqual(boardFromReply(await board.read()));
});

test("of two bulk changes sharing a task version, one fails completely", async () => {
  const board = await newBoard(await server.world(), { cards: [3, 0, 0] });
  const [a, b, c] = board.tasks[0] as [number, number, number];
  const [mine, theirs] = await Promise.all([
    board.member.post("/task/bulk", { changes: [a, b].map((id) => ({ id, title: "Mine", version: 1 })) }),
    board.owner.post("/task/bulk", { changes: [c, b].map((id) => ({ id, title: "Theirs", version: 1 })) }),
  ]);
  expect(new Set([mine?.status, theirs?.status])).toEqual(new Set([200, 409]));
  const titles = await Promise.all([a, b, c].map(async (id) => (await board.card(id)).title));
  expect(titles).toEqual(mine?.status === 200 ? ["Mine", "Mine", "Card 0.3"] : ["Card 0.1", "Theirs", "Theirs"]);
});

test("a bulk change of many tasks takes as many statements as one of few tasks", async () => {
  const board = await newBoard(await server.world(), { cards: [40, 1, 0] });
  const ids = board.tasks[0] as number[];
  requireOk(await board.member.get("/auth/user")); // a session's first call with a body is authenticated before the body is read
  const cost = (some: number[], priority: string) =>
    recordStatementNames(async () => {
      const changes = some.map((id) => ({
        id,
        priority,
        users: [board.people.viewer.id],
        task_status_id: board.columns[1],
      }));
      requireOk(await board.member.post("/task/bulk", { changes }));
    });
  const costOfTwo = await cost(ids.slice(0, 2), "high");
  const costOfRest = await cost(ids.slice(2), "low");
  expect(costOfRest.length).toBe(costOfTwo.length);
});
