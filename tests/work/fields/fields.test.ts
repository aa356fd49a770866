import type { DomainEvent } from "../../../shared/kernel/events";
import type { FieldSettings, ProjectField } from "../../../shared/work/fields/fields.contract";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import { updateField, useField } from "../../../server/work/fields/fields.service";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";

const server = testServer();

const projectEvents = (world: World, board: TestBoard): DomainEvent[] =>
  world.events().flatMap(({ stream, event }) => (stream === `project:${board.id}` ? [event as DomainEvent] : []));

async function createField(board: TestBoard, body: Record<string, unknown>): Promise<ProjectField> {
  return requireOk(await board.owner.post(`/project/${board.id}/fields`, body)).body.data;
}

const sizes = [
  { title: "Small", color: "green" },
  { title: "Large", color: "rose" },
];

const settingsOf = async (board: TestBoard): Promise<{ fields: FieldSettings[]; removed: ProjectField[] }> =>
  requireOk(await board.owner.get(`/project/${board.id}/fields`)).body.data;

describe("refused changes of fields", () => {
  test("members can't change fields, and other users and tenants can't see them", async () => {
    const world = await server.world();
    const board = await newBoard(world);
    const field = await createField(board, { title: "Cost centre", kind: "text" });
    const elsewhere = await server.world();
    const url = `/project/${board.id}/fields`;
    for (const call of [
      (api: typeof board.owner) => api.post(url, { title: "Size", kind: "text" }),
      (api: typeof board.owner) => api.put(url, { ids: [field.id] }),
      (api: typeof board.owner) => api.put(`${url}/${field.id}`, { title: "Mine", version: 1 }),
      (api: typeof board.owner) => api.patch(`${url}/${field.id}`, { on_card: true }),
      (api: typeof board.owner) => api.delete(`${url}/${field.id}`),
      (api: typeof board.owner) => api.post(`${url}/${field.id}/restore`),
    ]) {
      expect((await call(board.member)).status).toBe(403);
      expect((await call(board.viewer)).status).toBe(403);
      expect((await call(board.stranger)).status).toBe(404);
      expect((await call(elsewhere.api(elsewhere.admin))).status).toBe(404);
      expect((await call(world.api())).status).toBe(401);
    }
    expect((await board.read()).fields).toEqual([field]);
  });

  test.each([
    ["no title", { title: "", kind: "text" }, ["title"]],
    ["an unknown kind", { title: "x", kind: "formula" }, ["kind"]],
    ["a title in use", { title: "COST centre", kind: "text" }, ["title"]],
    [
      "limits of other kinds",
      { title: "x", kind: "day", decimals: 2, unit: "h", max_length: 3 },
      ["decimals", "max_length", "unit"],
    ],
    ["options of another kind", { title: "x", kind: "text", options: sizes }, ["options"]],
    ["a choice without options", { title: "x", kind: "choice" }, ["options"]],
    [
      "two options with one title",
      { title: "x", kind: "choice", options: [sizes[0], { ...sizes[0], title: "SMALL" }] },
      ["options.1.title"],
    ],
    ["an unknown column", { title: "x", kind: "text", required_column_ids: [999_999_999] }, ["required_column_ids"]],
  ])("a field with %s gets 422", async (_, body, wrong) => {
    const board = await newBoard(await server.world());
    await createField(board, { title: "Cost centre", kind: "text" });
    const reply = await board.owner.post(`/project/${board.id}/fields`, body);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors).sort()).toEqual([...wrong].sort());
    expect((await board.read()).fields).toHaveLength(1);
  });

  test("a project has at most thirty fields", async () => {
    const board = await newBoard(await server.world());
    for (let at = 0; at < 30; at++) await createField(board, { title: `Field ${at}`, kind: "flag" });
    const reply = await board.owner.post(`/project/${board.id}/fields`, { title: "More", kind: "flag" });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ["title"]]);
  });

  test("a stale version gets 409 with the current field", async () => {
    const board = await newBoard(await server.world());
    const field = await createField(board, { title: "Cost centre", kind: "text" });
    const url = `/project/${board.id}/fields/${field.id}`;
    const updated = requireOk(await board.owner.put(url, { title: "Cost center", version: field.version })).body.data;
    const reply = await board.owner.put(url, { title: "Other", version: field.version });
    expect([reply.status, reply.body.code, reply.body.data]).toEqual([409, "projectField.stale", updated]);
  });
});

test("boards follow fields by events", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const before = boardFromReply(await board.read());
  const size = await createField(board, { title: "Size", kind: "choice", options: sizes, on_card: true });
  const hours = await createField(board, { title: "Effort", kind: "number", unit: "h", decimals: 1 });
  expect(hours).toMatchObject({ kind: "number", decimals: 1, unit: "h", max_length: null, options: [], version: 1 });
  const url = `/project/${board.id}/fields`;
  const [small, large] = size.options;
  const options = [
    { id: large?.id, title: "Big", color: "rose" },
    { title: "Medium", color: "blue" },
  ];
  const changed: ProjectField = requireOk(await board.owner.put(`${url}/${size.id}`, { options, version: 1 })).body
    .data;
  expect(changed.options.map(({ title, deleted }) => [title, deleted])).toEqual([
    ["Big", false],
    ["Small", true],
    ["Medium", false],
  ]);
  expect(changed.options.find(({ title }) => title === "Small")?.id).toBe(small?.id);
  const note = await createField(board, { title: "Note", kind: "text" });
  requireOk(await board.owner.put(url, { ids: [hours.id, size.id, note.id] }));
  requireOk(await board.owner.patch(`${url}/${hours.id}`, { on_card: true, required_column_ids: [board.columns[2]] }));
  requireOk(await board.owner.delete(`${url}/${size.id}`));
  expect((await board.read()).fields.map((field) => field.id)).toEqual([hours.id, note.id]);
  requireOk(await board.owner.post(`${url}/${size.id}/restore`));
  const after = boardFromReply(await board.read());
  expect(after.fields.map((field) => field.id)).toEqual([hours.id, size.id, note.id]);
  const events = projectEvents(world, board);
  expect(applyEvents(before, events)).toEqual(after);
});

const actorOf = (person: { id: number }) =>
  ({ id: person.id, permissions: new Set(["project-all"]), external: false }) as never;

test("two concurrent changes of one version: the second gets 409", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const field = await createField(board, { title: "Cost centre", kind: "text" });
  const change = (title: string) => (tx: Tx) =>
    updateField(tx, actorOf(world.admin), board.id, field.id, { title, version: 1 });
  const [first, second] = await runSerialized<unknown>(server, world, change("First"), change("Second"));
  expect(first?.status).toBe("fulfilled");
  expect(second).toMatchObject({ status: "rejected", reason: { code: "projectField.stale" } });
});

test("a project that begins to use a field waits for its change", async () => {
  const world = await server.world();
  const [first, second] = [await newBoard(world), await newBoard(world)];
  const field = await createField(first, { title: "Cost centre", kind: "text" });
  await runSerialized<unknown>(
    server,
    world,
    (tx) => updateField(tx, actorOf(world.admin), first.id, field.id, { title: "Cost unit", version: 1 }),
    (tx) => useField(tx, actorOf(world.admin), second.id, field.id),
  );
  expect((await second.read()).fields).toMatchObject([{ title: "Cost unit", version: 2 }]);
});

test("columns that require a field are replaced", async () => {
  const board = await newBoard(await server.world());
  const [first, second, third] = board.columns;
  const field = await createField(board, { title: "Size", kind: "flag", required_column_ids: [first, second] });
  const url = `/project/${board.id}/fields/${field.id}`;
  requireOk(await board.owner.patch(url, { required_column_ids: [second, third] }));
  expect((await board.read()).fields).toMatchObject([{ required_column_ids: [second, third] }]);
});

test("a field in the bin keeps its values, and a taken title refuses its return", async () => {
  const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
  const field = await createField(board, { title: "Cost centre", kind: "text" });
  const [card] = board.tasks[0] as [number];
  requireOk(await board.owner.post(`/task/${card}`, { field_values: { [field.id]: "4711" } }));
  requireOk(await board.owner.delete(`/project/${board.id}/fields/${field.id}`));
  expect((await settingsOf(board)).removed).toMatchObject([{ id: field.id, value_count: 1 }]);
  const other = await createField(board, { title: "Cost centre", kind: "number" });
  const refused = await board.owner.post(`/project/${board.id}/fields/${field.id}/restore`);
  expect([refused.status, refused.body.code]).toEqual([409, "projectField.titleTaken"]);
  requireOk(await board.owner.put(`/project/${board.id}/fields/${other.id}`, { title: "Number", version: 1 }));
  requireOk(await board.owner.post(`/project/${board.id}/fields/${field.id}/restore`));
  expect((await settingsOf(board)).fields.map(({ id, value_count }) => [id, value_count])).toEqual([
    [field.id, 1],
    [other.id, 0],
  ]);
});

test("a shared field is changed in all its projects, by those who may edit all of them", async () => {
  const world = await server.world();
  const [first, second] = [await newBoard(world), await newBoard(world)];
  const field = await createField(first, { title: "Cost centre", kind: "text" });
  const api = world.api(world.admin);
  const offered = requireOk(await api.get(`/project/${second.id}/fields/of-other-projects`)).body.data;
  expect(offered.map(({ id }: { id: number }) => id)).toContain(field.id);
  requireOk(await api.post(`/project/${second.id}/fields/${field.id}`));
  const both = requireOk(await api.get(`/project/${second.id}/fields`)).body.data.fields;
  expect(both).toMatchObject([{ id: field.id, other_projects: [{ id: first.id }], can: { edit: true } }]);
  requireOk(await api.put(`/project/${first.id}/fields/${field.id}`, { title: "Cost unit", version: 1 }));
  expect((await second.read()).fields).toMatchObject([{ title: "Cost unit", version: 2 }]);
});

test("a shared field can be changed, also in an archived project", async () => {
  const world = await server.world();
  const [board, archived] = [await newBoard(world), await newBoard(world)];
  const field = await createField(board, { title: "Cost centre", kind: "text" });
  const api = world.api(world.admin);
  requireOk(await api.post(`/project/${archived.id}/fields/${field.id}`));
  requireOk(await api.put(`/project/${archived.id}/archive`));
  const urlIn = ({ id }: TestBoard) => `/project/${id}/fields/${field.id}`;
  const change = { title: "Cost unit", version: 1 };
  const refusal = await api.put(urlIn(archived), change);
  expect([refusal.status, refusal.body.code]).toEqual([409, "project.archived"]);
  requireOk(await api.put(urlIn(board), change));
  expect((await settingsOf(board)).fields).toMatchObject([{ other_projects: [{ id: archived.id }] }]);
  requireOk(await api.put(`${urlIn(board)}/kind`, { kind: "number", version: 2, value_count: 0, lost_count: 0 }));
  expect((await archived.read()).fields).toMatchObject([{ title: "Cost unit", kind: "number", version: 3 }]);
});
