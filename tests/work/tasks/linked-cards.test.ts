import { measureWorkOf } from "../../support/statements/work";
import { testServer } from "../../support/server";
import { freshDatabaseUrl } from "../../support/postgres/databases";
import { newBoard, requireOk } from "./board";

// A separate database: the test depends on PostgreSQL's statistics, which rows of other tests would change.
const server = testServer({ databaseUrl: () => freshDatabaseUrl("linked_cards") });

const taskCount = 600;

test("lists and boards read linked rows once per task, even with generic plans", async () => {
  const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
  const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Urgent" })).body.data
    .id as number;
  const like = board.tasks[0]?.[0];
  await server.owner.query(
    `INSERT INTO task (tenant_id, project_id, task_status_id, number, title, rank)
     SELECT tenant_id, project_id, task_status_id, 1000 + n, 'One of many', 'e' || lpad(n::text, 5, '0')
     FROM task, generate_series(1, $2::int) AS n WHERE task.id = $1`,
    [like, taskCount],
  );
  const ofEach = "SELECT tenant_id, project_id, id, $2::bigint FROM task WHERE project_id = $1";
  await server.owner.query(`INSERT INTO task_user (tenant_id, project_id, task_id, user_id) ${ofEach}`, [
    board.id,
    board.people.member.id,
  ]);
  await server.owner.query(`INSERT INTO task_tag (tenant_id, project_id, task_id, tag_id) ${ofEach}`, [board.id, tag]);
  await server.owner.query("ANALYZE");

  const paths = [
    "tasks",
    "tasks?sort=title",
    "tasks?q=many",
    "task_tatus",
    "task_tatus?sort=title",
    "task_tatus?q=many",
  ];
  const works: [string, number][] = [];
  for (const path of paths) {
    const work = await measureWorkOf(async () => {
      const { data } = (await board.member.get(`/project/${board.id}/${path}`)).body as {
        data: { tasks?: unknown[] }[];
      };
      expect(path.startsWith("tasks") ? data.length : data.flatMap(({ tasks }) => tasks).length).toBeGreaterThanOrEqual(
        taskCount,
      );
    });
    works.push([path, Math.max(...work.map(({ rows }) => rows))]);
  }
  expect(works.filter(([, rows]) => rows > 100 * taskCount)).toEqual([]);
});
