import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import { boardFromReply, taskById } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import { changeFieldKind } from "../../../server/work/fields/fields.kind-change";
import { bulkChangeTasks } from "../../../server/work/tasks/tasks.bulk";
import type { Tx } from "../../../server/platform/database/unit-of-work";
import { runSerialized } from "../../support/serialized";
import { testServer } from "../../support/server";
import type { World } from "../../support/world";
import { newBoard, requireOk, type TestBoard } from "../tasks/board";
import {
  actorOf,
  boardWithTexts,
  changeKind,
  createField,
  kindUrl,
  labels,
  preview,
  projectEvents,
  setValue,
} from "./kind-steps";

const server = testServer();

describe("refused changes of a field's kind", () => {
  test("only those who may edit the project's fields see and make them", async () => {
    const { world, board, field } = await boardWithTexts(server, ["1"]);
    const elsewhere = await server.world();
    const body = { kind: "number", version: 1, value_count: 1, lost_count: 0 };
    for (const [api, status] of [
      [board.member, 403],
      [board.viewer, 403],
      [board.stranger, 404],
      [elsewhere.api(elsewhere.admin), 404],
      [world.api(), 401],
    ] as const) {
      expect((await api.get(`${kindUrl(board, field)}?kind=number`)).status).toBe(status);
      expect((await api.put(kindUrl(board, field), body)).status).toBe(status);
    }
    expect((await board.read()).fields).toEqual([field]);
  });

  test("the permission to edit is needed in all projects with values, also from the bin", async () => {
    const { world, board, field } = await boardWithTexts(server, ["1"]);
    const admin = world.api(world.admin);
    const other = requireOk(await admin.post("/project", { title: "Of the administrator", members: [] })).body.data;
    requireOk(await admin.post(`/project/${other.id}/fields/${field.id}`));
    requireOk(await admin.delete(`/project/${other.id}/fields/${field.id}`));
    const body = { kind: "number", version: 1, value_count: 1, lost_count: 0 };
    expect((await board.owner.get(`${kindUrl(board, field)}?kind=number`)).status).toBe(403);
    expect((await board.owner.put(kindUrl(board, field), body)).status).toBe(403);
    requireOk(await admin.put(kindUrl(board, field), body));
  });

  test("the present kind, an unknown kind, a stale version and other counts are refused", async () => {
    const { board, field, cards } = await boardWithTexts(server, ["1", "many"]);
    const putKind = (change: object) =>
      board.owner.put(kindUrl(board, field), { kind: "number", version: 1, value_count: 2, lost_count: 1, ...change });
    expect((await putKind({ kind: "text" })).status).toBe(422);
    expect((await putKind({ kind: "formula" })).status).toBe(422);
    expect((await putKind({ version: 7 })).body).toMatchObject({ code: "projectField.stale", data: { id: field.id } });
    await setValue(board, cards[0] as number, field, "few");
    const reply = await putKind({});
    expect([reply.status, reply.body.code]).toEqual([409, "projectField.valuesChanged"]);
    expect(reply.body.data).toMatchObject({ value_count: 2, lost_count: 2 });
    expect((await board.read()).fields).toMatchObject([{ kind: "text", version: 1 }]);
  });
});

test("the preview names lost values, new options and views; boards are updated", async () => {
  const { world, board, field, cards } = await boardWithTexts(server, ["Small", "large", "small", "x".repeat(61)]);
  const view = { name: "Sizes", scope: "own", layout: "list", project_id: board.id };
  requireOk(await board.owner.post("/views", { ...view, query: `all=field_${field.id}.contains%3Asmall` }));
  const lossPreview = await preview(board, field, "choice");
  expect(lossPreview).toMatchObject({ value_count: 4, lost_count: 1, new_options: ["Small", "large"] });
  expect(lossPreview.lost_tasks.map(({ id }) => id)).toEqual([cards[3]]);
  expect(lossPreview.views.map(({ name }) => name)).toEqual(["Sizes"]);
  const before = boardFromReply(await board.read());
  const changed = await changeKind(board, field, "choice");
  expect(changed).toMatchObject({ kind: "choice", max_length: null, former_kinds: ["text"], version: 2 });
  const [small, large] = changed.options.map(({ id }) => id);
  const after = boardFromReply(await board.read());
  expect(cards.map((id) => taskById(after, id)?.field_values[field.id])).toEqual([small, large, small, undefined]);
  expect(applyEvents(before, projectEvents(world, board))).toEqual(after);

  const texts = await changeKind(board, changed, "text");
  expect(texts.options.every(({ deleted }) => deleted)).toBe(true);
  const again = boardFromReply(await board.read());
  expect(cards.map((id) => taskById(again, id)?.field_values[field.id])).toEqual([
    "Small",
    "large",
    "Small",
    undefined,
  ]);
  expect(applyEvents(after, projectEvents(world, board))).toEqual(again);
  const restored = await changeKind(board, texts, "choices");
  expect(restored.options.map(({ id, deleted }) => [id, deleted])).toEqual([
    [small, false],
    [large, false],
  ]);
});

test("boards are updated when a person becomes text, also in another project", async () => {
  const world = await server.world();
  const [first, second] = [await newBoard(world, { cards: [1, 0, 0] }), await newBoard(world, { cards: [1, 0, 0] })];
  const field = await createField(first, { kind: "person" });
  requireOk(await world.api(world.admin).post(`/project/${second.id}/fields/${field.id}`));
  const [firstCard, secondCard] = [first.tasks[0]?.[0] as number, second.tasks[0]?.[0] as number];
  await setValue(first, firstCard, field, first.people.member.id);
  await setValue(second, secondCard, field, second.people.member.id);
  const before = [boardFromReply(await first.read()), boardFromReply(await second.read())] as const;
  const body = { kind: "text", version: 1, value_count: 2, lost_count: 0 };
  requireOk(await world.api(world.admin).put(kindUrl(first, field), body));
  const after = [boardFromReply(await first.read()), boardFromReply(await second.read())] as const;
  expect(taskById(after[1], secondCard)?.field_values[field.id]).toBe(second.people.member.fullname);
  expect(applyEvents(before[0], projectEvents(world, first))).toEqual(after[0]);
  expect(applyEvents(before[1], projectEvents(world, second))).toEqual(after[1]);
});

test("a value of a field in a project's bin is converted and returns with it", async () => {
  const { world, board, field, cards } = await boardWithTexts(server, ["1"]);
  const other = await newBoard(world);
  const admin = world.api(world.admin);
  requireOk(await admin.post(`/project/${other.id}/fields/${field.id}`));
  requireOk(await board.owner.delete(`/project/${board.id}/fields/${field.id}`));
  const before = boardFromReply(await board.read());
  const body = { kind: "number", version: 1, value_count: 1, lost_count: 0 };
  requireOk(await admin.put(kindUrl(other, field), body));
  requireOk(await board.owner.post(`/project/${board.id}/fields/${field.id}/restore`));
  const after = boardFromReply(await board.read());
  expect(taskById(after, cards[0] as number)?.field_values).toEqual({ [field.id]: 1 });
  expect(applyEvents(before, projectEvents(world, board))).toEqual(after);
});

describe("values after a change of the kind", () => {
  async function formerChoice() {
    const world = await server.world();
    const board = await newBoard(world, { cards: [1, 0, 0] });
    const field = await createField(board, { kind: "choice", options: [{ title: "7", color: "green" }] });
    const card = board.tasks[0]?.[0] as number;
    const changed = await changeKind(board, field, "number");
    return { world, board, field: changed, card, option: field.options[0]?.id as number };
  }

  test("an option's id doesn't become a number, unless the value says that it is one", async () => {
    const { board, field, card, option } = await formerChoice();
    const write = (body: object) => board.owner.post(`/task/${card}`, body);
    const values = { field_values: { [field.id]: option } };
    const error = `field_values.${field.id}`;
    for (const body of [values, { ...values, field_kinds: { [field.id]: "choice" } }]) {
      const reply = await write(body);
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [error]]);
    }
    const bulk = await board.owner.post("/task/bulk", { changes: [{ id: card, ...values }] });
    expect([bulk.status, Object.keys(bulk.body.errors)]).toEqual([422, [`changes.0.${error}`]]);
    const created = await board.owner.post("/task", { title: "New", task_status_id: board.columns[0], ...values });
    expect([created.status, Object.keys(created.body.errors)]).toEqual([422, [error]]);
    requireOk(await write({ ...values, field_kinds: { [field.id]: "number" } }));
  });

  test("the undo of an earlier change is refused", async () => {
    const { board, field, cards } = await boardWithTexts(server, ["1"]);
    const changes = [{ id: cards[0], field_values: { [field.id]: "2" } }];
    const { data } = requireOk(await board.owner.post("/task/bulk", { changes })).body;
    await changeKind(board, field, "number");
    const undo = await board.owner.post("/task/bulk", { changes: [data[0].undo], undoing: true });
    expect(undo.status).toBe(422);
    expect((await board.read()).data[0]?.tasks).toMatchObject([{ field_values: { [field.id]: 2 } }]);
  });

  test.each([
    ["text", 5],
    ["flag", 1],
    ["number", true],
    ["day", 5],
    ["link", ["https://example.com"]],
  ])("a field of the kind %s refuses %p of another type", async (kind, value) => {
    const board = await newBoard(await server.world(), { cards: [1, 0, 0] });
    const field = await createField(board, { kind });
    const reply = await board.owner.post(`/task/${board.tasks[0]?.[0]}`, { field_values: { [field.id]: value } });
    expect(reply.status).toBe(422);
  });
});

describe("a change of the kind while a value is written", () => {
  const write = (world: World, task: number, field: ProjectField, value: unknown) => (tx: Tx) =>
    bulkChangeTasks(tx, actorOf(world.admin), { changes: [{ id: task, field_values: { [field.id]: value } }] });
  const change = (world: World, board: TestBoard, field: ProjectField, counts: [number, number]) => (tx: Tx) =>
    changeFieldKind(
      tx,
      actorOf(world.admin),
      board.id,
      field.id,
      { kind: "number", version: 1, value_count: counts[0], lost_count: counts[1] },
      labels,
    );

  test("the value that is written first isn't lost without being shown", async () => {
    const { world, board, field, cards } = await boardWithTexts(server, ["1"]);
    const task = cards[0] as number;
    const [, second] = await runSerialized<unknown>(
      server,
      world,
      write(world, task, field, "many"),
      change(world, board, field, [1, 0]),
    );
    expect(second).toMatchObject({ status: "rejected", reason: { code: "projectField.valuesChanged" } });
    expect((await board.read()).data[0]?.tasks).toMatchObject([{ field_values: { [field.id]: "many" } }]);
  });

  test("a value that is written second is checked against the new kind", async () => {
    const { world, board, field, cards } = await boardWithTexts(server, ["1"]);
    const [first, second] = await runSerialized<unknown>(
      server,
      world,
      change(world, board, field, [1, 0]),
      write(world, cards[0] as number, field, "many"),
    );
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "request.invalid" } });
    expect((await board.read()).data[0]?.tasks).toMatchObject([{ field_values: { [field.id]: 1 } }]);
  });
});
