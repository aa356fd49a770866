import type { DomainEvent } from "../../../shared/kernel/events";
import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import { boardFromReply, taskById } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

const server = testServer();

const projectEvents = (world: World, board: TestBoard): DomainEvent[] =>
  world.events().flatMap(({ stream, event }) => (stream === `project:${board.id}` ? [event as DomainEvent] : []));

const options = [
  { title: "Small", color: "green" },
  { title: "Large", color: "rose" },
];

async function createField(
  board: TestBoard,
  kind: string,
  changes: Record<string, unknown> = {},
): Promise<ProjectField> {
  const body = { title: `Field ${kind}`, kind, ...(kind.startsWith("choice") && { options }), ...changes };
  return requireOk(await board.owner.post(`/project/${board.id}/fields`, body)).body.data;
}

const optionIds = (field: ProjectField) => field.options.map(({ id }) => id) as [number, number];

test.each<[string, Record<string, unknown>, (field: ProjectField, board: TestBoard) => unknown, unknown]>([
  ["text", { max_length: 5 }, () => "A B", "A B"],
  ["text", {}, () => "  two\nlines ", "two lines"],
  ["link", {}, () => "https://example.com/x", "https://example.com/x"],
  ["number", { decimals: 2 }, () => 1.25, 1.25],
  ["number", {}, () => "-3", -3],
  ["day", {}, () => "2026-03-01", "2026-03-01"],
  ["flag", {}, () => false, false],
  ["choice", {}, (field) => optionIds(field)[1], 1],
  ["choices", {}, (field) => optionIds(field).toReversed(), [0, 1]],
])("a value of the kind %s %p is stored and followed by boards", async (kind, limits, valueOf, expected) => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const field = await createField(board, kind, limits);
  const [card] = board.tasks[0] as [number];
  const before = boardFromReply(await board.read());
  const reply = requireOk(
    await board.owner.post(`/task/${card}`, { field_values: { [field.id]: valueOf(field, board) } }),
  );
  const ids = optionIds(field);
  const stored =
    kind === "choice"
      ? ids[expected as number]
      : kind === "choices"
        ? (expected as number[]).map((at) => ids[at])
        : expected;
  expect(reply.body.data.field_values).toEqual({ [field.id]: stored });
  const after = boardFromReply(await board.read());
  expect(taskById(after, card)?.field_values).toEqual({ [field.id]: stored });
  expect(applyEvents(before, projectEvents(world, board))).toEqual(after);

  requireOk(await board.owner.post(`/task/${card}`, { field_values: { [field.id]: null } }));
  const cleared = boardFromReply(await board.read());
  expect(taskById(cleared, card)?.field_values).toEqual({});
  expect(applyEvents(after, projectEvents(world, board))).toEqual(cleared);
});

test.each<[string, Record<string, unknown>, unknown]>([
  ["text", { max_length: 3 }, "four"],
  ["text", {}, ["x"]],
  ["link", {}, "javascript:alert(1)"],
  ["number", {}, 1.5],
  ["number", {}, 1e15],
  ["number", {}, "many"],
  ["day", {}, "2026-02-30"],
  ["flag", {}, "perhaps"],
  ["choice", {}, 999_999_999],
  ["choices", {}, [999_999_999]],
  ["person", {}, 999_999_999],
])("a field of the kind %s %p refuses %p and changes nothing", async (kind, limits, value) => {
  const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
  const field = await createField(board, kind, limits);
  const reply = await board.owner.post(`/task/${board.tasks[0]?.[0]}`, {
    title: "New",
    field_values: { [field.id]: value },
  });
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [`field_values.${field.id}`]]);
  const [task] = (await board.read()).data[0]?.tasks ?? [];
  expect(task).toMatchObject({ field_values: {}, version: 1 });
});

test.each([[[]], ["text"], [{ __proto__x: 1 }], [{ "1": "unknown field" }]])(
  "values in the shape %p get 422",
  async (field_values) => {
    const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
    const reply = await board.owner.post(`/task/${board.tasks[0]?.[0]}`, { field_values });
    expect(reply.status).toBe(422);
  },
);

test("a person must see the project", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const field = await createField(board, "person");
  const [card] = board.tasks[0] as [number];
  const { member } = board.people;
  requireOk(await board.owner.post(`/task/${card}`, { field_values: { [field.id]: member.id } }));
  const stranger = await world.person("employee");
  const reply = await board.owner.post(`/task/${card}`, { field_values: { [field.id]: stranger.id } });
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [`field_values.${field.id}`]]);
});

test("a deleted option stays and can't be chosen", async () => {
  const board = await newBoard(await server.world(), { cards: [2, 0, 0] });
  const field = await createField(board, "choices");
  const [small, large] = optionIds(field);
  const [first, second] = board.tasks[0] as [number, number];
  requireOk(await board.owner.post(`/task/${first}`, { field_values: { [field.id]: [small] } }));
  const remainingOptions = [{ id: large, title: "Large", color: "rose" }];
  requireOk(
    await board.owner.put(`/project/${board.id}/fields/${field.id}`, { options: remainingOptions, version: 1 }),
  );
  requireOk(await board.owner.post(`/task/${first}`, { field_values: { [field.id]: [small, large] } }));
  const reply = await board.owner.post(`/task/${second}`, { field_values: { [field.id]: [small] } });
  expect(reply.status).toBe(422);
});

describe("a column that requires a field", () => {
  async function boardWithRequirement() {
    const board = await newBoard(await server.world(), { cards: [2, 0, 0] });
    const done = board.columns[2] as number;
    const field = await createField(board, "text", { required_column_ids: [done] });
    return { board, done, field };
  }

  test("refuses tasks without a value, moved, created, changed or together", async () => {
    const { board, done, field } = await boardWithRequirement();
    const [first, second] = board.tasks[0] as [number, number];
    const name = `field_values.${field.id}`;
    for (const [reply, errorName] of [
      [await board.owner.put(`/task/${first}/status-update`, { task_status_id: done }), name],
      [await board.owner.post("/task", { title: "New", task_status_id: done }), name],
      [await board.owner.post(`/task/${first}`, { task_status_id: done }), name],
      [await board.owner.post("/task/bulk", { changes: [{ id: second, task_status_id: done }] }), `changes.0.${name}`],
    ] as const) {
      expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [errorName]]);
    }
    expect((await board.read()).data.map((column) => column.tasks.length)).toEqual([2, 0, 0]);
  });

  test("accepts tasks with a value, also in the same change", async () => {
    const { board, done, field } = await boardWithRequirement();
    const [first] = board.tasks[0] as [number];
    const field_values = { [field.id]: "4711" };
    requireOk(await board.owner.post(`/task/${first}`, { task_status_id: done, field_values }));
    requireOk(await board.owner.post("/task", { title: "New", task_status_id: done, field_values }));
    expect((await board.read()).data.map((column) => column.tasks.length)).toEqual([1, 0, 2]);
  });

  test("accepts any task while the field is in the bin", async () => {
    const { board, done, field } = await boardWithRequirement();
    requireOk(await board.owner.delete(`/project/${board.id}/fields/${field.id}`));
    requireOk(await board.owner.put(`/task/${board.tasks[0]?.[0]}/status-update`, { task_status_id: done }));
  });
});

test("different fields of one task are no conflict, the same field is", async () => {
  const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
  const [text, number] = [await createField(board, "text"), await createField(board, "number")];
  const [card] = board.tasks[0] as [number];
  requireOk(await board.owner.post(`/task/${card}`, { version: 1, field_values: { [text.id]: "a" } }));
  requireOk(await board.member.post(`/task/${card}`, { version: 1, field_values: { [number.id]: 1 } }));
  const reply = await board.member.post(`/task/${card}`, { version: 1, field_values: { [text.id]: "b" } });
  expect([reply.status, reply.body.code]).toEqual([409, "task.stale"]);
});

test("a bulk change of values can be undone", async () => {
  const board = await newBoard(await server.world(), { cards: [2, 0, 0] });
  const field = await createField(board, "text");
  const [first, second] = board.tasks[0] as [number, number];
  requireOk(await board.owner.post(`/task/${first}`, { field_values: { [field.id]: "before" } }));
  const changes = [first, second].map((id) => ({ id, field_values: { [field.id]: "after" } }));
  const { data } = requireOk(await board.owner.post("/task/bulk", { changes })).body;
  const undo = data.map((changed: { undo: unknown }) => changed.undo);
  requireOk(await board.owner.post("/task/bulk", { changes: undo, undoing: true }));
  const tasks = (await board.read()).data[0]?.tasks ?? [];
  expect(tasks.map(({ field_values }) => field_values)).toEqual([{ [field.id]: "before" }, {}]);
});

test("a copy keeps values, a moved task those of fields with the same title and kind", async () => {
  const world = await server.world();
  const [from, to] = [await newBoard(world, { cards: [1, 0, 0] }), await newBoard(world)];
  const [text, choice, lost] = [
    await createField(from, "text"),
    await createField(from, "choice"),
    await createField(from, "number"),
  ];
  const [sameText, sameChoice] = [await createField(to, "text"), await createField(to, "choice")];
  const [card] = from.tasks[0] as [number];
  const field_values = { [text.id]: "a", [choice.id]: optionIds(choice)[1], [lost.id]: 3 };
  requireOk(await from.owner.post(`/task/${card}`, { field_values }));
  const api = world.api(world.admin);
  const copy = requireOk(await api.post(`/task/${card}/duplicate`)).body.data;
  expect(copy.field_values).toEqual(field_values);
  const preview = requireOk(await api.get(`/task/${card}/project?project_id=${to.id}`)).body.data.fields;
  expect(preview.map(({ id, kept }: { id: number; kept: string }) => [id, kept])).toEqual([
    [text.id, "all"],
    [choice.id, "all"],
    [lost.id, "none"],
  ]);
  const moved = requireOk(await api.put(`/task/${card}/project`, { project_id: to.id })).body.data;
  expect(moved.field_values).toEqual({ [sameText.id]: "a", [sameChoice.id]: optionIds(sameChoice)[1] });
});

test("a value of a deleted field doesn't move with its task", async () => {
  const world = await server.world();
  const [from, to] = [await newBoard(world, { cards: [1, 0, 0] }), await newBoard(world)];
  const [card] = from.tasks[0] as [number];
  const setValue = async (field: { id: number }, value: number) =>
    requireOk(await from.owner.post(`/task/${card}`, { field_values: { [field.id]: value } }));
  const [deleted, sameField] = [await createField(from, "number"), await createField(to, "number")];
  await setValue(deleted, 100);
  requireOk(await from.owner.delete(`/project/${from.id}/fields/${deleted.id}`));
  await setValue(await createField(from, "number"), 120);
  const moved = requireOk(await world.api(world.admin).put(`/task/${card}/project`, { project_id: to.id })).body.data;
  expect(moved.field_values).toEqual({ [sameField.id]: 120 });
});

test("the preview of a move tells options and people that the other project lacks", async () => {
  const world = await server.world();
  const [from, to] = [await newBoard(world, { cards: [1, 0, 0] }), await newBoard(world)];
  const [choices, person] = [await createField(from, "choices"), await createField(from, "person")];
  const shared = await createField(from, "day");
  await createField(to, "choices", { options: [{ title: "SMALL", color: "green" }] });
  const api = world.api(world.admin);
  requireOk(await api.post(`/project/${to.id}/fields/${person.id}`));
  requireOk(await api.post(`/project/${to.id}/fields/${shared.id}`));
  const [card] = from.tasks[0] as [number];
  const field_values = {
    [choices.id]: optionIds(choices),
    [person.id]: from.people.viewer.id,
    [shared.id]: "2026-03-01",
  };
  requireOk(await from.owner.post(`/task/${card}`, { field_values }));
  expect((await from.viewer.get(`/task/${card}/project?project_id=${to.id}`)).status).toBe(403);
  expect((await from.stranger.get(`/task/${card}/project?project_id=${to.id}`)).status).toBe(404);
  expect((await api.get(`/task/${card}/project?project_id=999999999`)).status).toBe(422);
  const preview = requireOk(await api.get(`/task/${card}/project?project_id=${to.id}`)).body.data.fields;
  expect(preview.map(({ kept }: { kept: string }) => kept)).toEqual(["some", "none", "all"]);
  const moved = requireOk(await api.put(`/task/${card}/project`, { project_id: to.id })).body.data;
  expect(Object.values(moved.field_values)).toHaveLength(2);
  expect(moved.field_values[shared.id]).toBe("2026-03-01");
  expect(moved.field_values[person.id]).toBeUndefined();
});
