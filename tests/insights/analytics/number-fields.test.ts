import type { ProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import { readProjectAnalytics } from "../../../server/insights/analytics/project-analytics.service";
import { testServer } from "../../support/server";
import type { Api } from "../../support/api";
import { newBoard, requireOk, type TestBoard } from "../../work/tasks/board";

const server = testServer();

type NumberFields = ProjectAnalytics["number_fields"];

const readNumberFields = async (api: Api, board: TestBoard, query = ""): Promise<NumberFields> =>
  requireOk(await api.get(`/analytics/project/${board.id}${query}`)).body.data.number_fields;

async function boardWithEfforts() {
  const world = await server.world();
  const board = await newBoard(world, { cards: [4, 1, 0] });
  const url = `/project/${board.id}/fields`;
  const field = requireOk(await board.owner.post(url, { title: "Effort", kind: "number", decimals: 1, unit: "h" })).body
    .data;
  const { owner, member, viewer } = board.people;
  const [first, second, third, fourth] = board.tasks[0] as [number, number, number, number];
  const [other] = board.tasks[1] as [number];
  const values: [number, number, { id: number }[]][] = [
    [first, 1.5, [owner]],
    [second, 4, [member, owner]],
    [third, 2, [viewer]],
    [other, 8, []],
  ];
  for (const [id, value, users] of values) {
    const body = { users: users.map((user) => user.id), field_values: { [field.id]: value } };
    requireOk(await board.owner.post(`/task/${id}`, body));
  }
  return { world, board, url, field, first, third, fourth };
}

test("sum and median are given by column and by person", async () => {
  const { world, board, field } = await boardWithEfforts();
  const [effort] = await readNumberFields(world.api(world.admin), board);
  expect(effort).toMatchObject({ id: field.id, title: "Effort", unit: "h" });
  expect(effort?.columns.map(({ id, count, sum, median }) => [id, count, sum, median])).toEqual([
    [board.columns[0], 3, 7.5, 2],
    [board.columns[1], 1, 8, 8],
  ]);
  const people = effort?.people.map(({ person, count, sum, median }) => [person?.id ?? null, count, sum, median]);
  expect(new Map(people?.map(([id, ...figures]) => [id, figures]))).toEqual(
    new Map<number | null, unknown[]>([
      [board.people.owner.id, [2, 5.5, 2.75]],
      [board.people.member.id, [1, 4, 4]],
      [board.people.viewer.id, [1, 2, 2]],
      [null, [1, 8, 8]],
    ]),
  );
});

test("values count for the members of a group to which the task is assigned", async () => {
  const { world, board } = await boardWithEfforts();
  const { owner, viewer } = board.people;
  const group = { title: "Crew", users: [owner.id, viewer.id] };
  const { id } = requireOk(await world.api(world.admin).post("/groups", group)).body.data;
  await world.tx((tx) =>
    tx.rows(
      {
        name: "",
        text: `INSERT INTO task_group (tenant_id, project_id, task_id, group_id)
               SELECT current_tenant(), project_id, task_id, $2 FROM task_field_value WHERE project_id = $1`,
      },
      [board.id, id],
    ),
  );
  const [effort] = await readNumberFields(world.api(world.admin), board);
  // A task that is assigned to a person directly and through the group counts once.
  expect(new Map(effort?.people.map(({ person, count, sum }) => [person?.id ?? null, [count, sum]]))).toEqual(
    new Map([
      [owner.id, [4, 15.5]],
      [board.people.member.id, [1, 4]],
      [viewer.id, [4, 15.5]],
    ]),
  );
});

test("people whose figures the viewer may not see are summed up without their names", async () => {
  const { world, board } = await boardWithEfforts();
  const viewer = {
    id: board.people.owner.id,
    permissions: new Set(["analytics-project-list", "project-view"]),
    external: false,
  } as never;
  const { number_fields } = await world.tx((tx) => readProjectAnalytics(tx, viewer, board.id, {} as never, new Date()));
  const [effort] = number_fields;
  const personIds = effort?.people.flatMap(({ person }) => person?.id ?? []) ?? [];
  expect(personIds).toContain(board.people.owner.id);
  expect(personIds).not.toContain(board.people.viewer.id);
  expect(effort?.people.find(({ person }) => person === null)).toMatchObject({ count: 2, sum: 10 });
});

test("filters apply, and archived tasks, fields in the bin and other kinds don't count", async () => {
  const { world, board, url, field, first, third } = await boardWithEfforts();
  const admin = world.api(world.admin);
  const [filtered] = await readNumberFields(admin, board, `?user_id=${board.people.viewer.id}`);
  expect(filtered?.columns).toMatchObject([{ count: 1, sum: 2 }]);
  requireOk(await admin.put(`/task/${first}/archive`));
  const [rest] = await readNumberFields(admin, board);
  expect(rest?.columns[0]).toMatchObject({ count: 2, sum: 6 });
  requireOk(await admin.delete(`${url}/${field.id}`));
  expect(await readNumberFields(admin, board)).toEqual([]);
  const text = requireOk(await admin.post(url, { title: "Text", kind: "text" })).body.data;
  requireOk(await admin.post(`/task/${third}`, { field_values: { [text.id]: "5" } }));
  expect(await readNumberFields(admin, board)).toEqual([]);
});
