import { maxBoardCards } from "../../../server/work/tasks/boards.service";
import { testServer } from "../../support/server";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();

async function fill(board: TestBoard, archived: number): Promise<void> {
  const [like] = board.tasks[0] ?? [];
  const insertTasks = `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank, archived_at)
    SELECT tenant_id, project_id, task_status_id, 1000 + n, 'One of many', 'e' || lpad(n::text, 5, '0'), CASE WHEN n <= $3 THEN now() END
    FROM task, generate_series(1, $2::int) AS n WHERE task.id = $1`;
  await server.owner.query(insertTasks, [like, maxBoardCards - 3 + archived, archived]);
  await server.owner.query(
    "UPDATE project SET next_task_number = (SELECT max(number) + 1 FROM task WHERE project_id = $1) WHERE id = $1",
    [board.id],
  );
}

test("a full board refuses tasks by every endpoint until one is archived", async () => {
  const world = await server.world();
  const [board, other] = [await newBoard(world, { cards: [3, 0, 0] }), await newBoard(world, { cards: [1, 0, 0] })];
  const [a, b, c] = board.tasks[0] as [number, number, number];
  requireOk(await board.member.put(`/task/${c}/archive`));
  await fill(board, 5);
  const column = board.columns[0];
  const field = ({ status, body }: { status: number; body: { errors?: object } }) => [
    status,
    ...Object.keys(body.errors ?? {}),
  ];
  const create = () => board.member.post("/task", { title: "One more", task_status_id: column });
  requireOk(await create());
  const mark = server.published.length;
  expect(field(await create())).toEqual([422, "task_status_id"]);
  expect(field(await board.member.post(`/task/${a}/duplicate`))).toEqual([422, "task_status_id"]);
  const moved = { project_id: board.id, task_status_id: column };
  expect(field(await other.owner.put(`/task/${other.tasks[0]?.[0]}/project`, moved))).toEqual([422, "project_id"]);
  expect(field(await board.member.put(`/task/${c}/restore`, { task_status_id: column }))).toEqual([
    422,
    "task_status_id",
  ]);
  const bulkBody = {
    changes: [
      { id: a, title: "Anew" },
      { id: c, archived: false },
    ],
  };
  expect(field(await board.member.post("/task/bulk", bulkBody))).toEqual([422, "changes.1.task_status_id"]);
  expect(server.published.length).toBe(mark);

  requireOk(
    await board.member.post("/task/bulk", {
      changes: [
        { id: a, archived: true },
        { id: b, archived: true },
      ],
    }),
  );
  requireOk(await board.member.put(`/task/${c}/restore`, { task_status_id: column }));
  requireOk(await create());
  expect(field(await create())).toEqual([422, "task_status_id"]);
});
