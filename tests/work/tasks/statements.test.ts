import { testServer } from "../../support/server";
import { newBoard, requireOk } from "./board";
import { recordStatementNames } from "../../support/statements/sent";

const server = testServer();

test("reading a board takes four statements", async () => {
  const board = await newBoard(await server.world());
  const statements = await recordStatementNames(async () =>
    requireOk(await board.member.get(`/project/${board.id}/task_tatus`)),
  );
  expect(statements.length).toBeLessThanOrEqual(4);
});

test("a move takes eight statements in three round trips", async () => {
  const board = await newBoard(await server.world(), { cards: [5, 5, 0] });
  requireOk(await board.member.get("/auth/user")); // a session's first call with a body is authenticated before the body is read
  const statements = await recordStatementNames(async () => {
    const body = { task_status_id: board.columns[1], before_id: board.tasks[1]?.[2], version: 1 };
    requireOk(await board.member.put(`/task/${board.tasks[0]?.[0]}/status-update`, body));
  });
  expect(statements.slice(2)).toEqual([
    "columns.lockAll",
    "tasks.lockAll",
    "tasks.neighbours",
    "tasks.placeAll",
    "outbox.append",
    "COMMIT",
  ]);
});
