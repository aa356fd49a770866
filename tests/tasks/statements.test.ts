import { testServer } from "../support/server";
import { newBoard, ok } from "./board";
import { statementsOf } from "../support/statements/sent";

const server = testServer();

test("reading a board takes four", async () => {
  const board = await newBoard(await server.world());
  const statements = await statementsOf(async () => ok(await board.member.get(`/project/${board.id}/task_tatus`)));
  expect(statements.length).toBeLessThanOrEqual(4);
});

test("a move takes six, however many cards there are: no lock before the last, which the commit goes along with", async () => {
  const board = await newBoard(await server.world(), { cards: [5, 5, 0] });
  const statements = await statementsOf(async () => {
    const body = { task_status_id: board.columns[1], before_id: board.tasks[1]?.[2], version: 1 };
    ok(await board.member.put(`/task/${board.tasks[0]?.[0]}/status-update`, body));
  });
  expect(statements.slice(-2)).toEqual(["tasks.move", "COMMIT"]);
  expect(statements.length).toBeLessThanOrEqual(6);
});
