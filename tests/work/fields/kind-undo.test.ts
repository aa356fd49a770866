import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import { elapsedDayMs } from "../../../shared/kernel/elapsed-time";
import { changeFieldKind } from "../../../server/work/fields/fields.kind-change";
import { purgeKindChanges, undoFieldKindChange } from "../../../server/work/fields/fields.kind-undo";
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
  projectEvents,
  setValue,
} from "./kind-steps";

const server = testServer();

const undo = (board: TestBoard, { id, version }: ProjectField, api = board.owner) =>
  api.post(`${kindUrl(board, { id })}/undo`, { version });

async function valuesOf(board: TestBoard, field: ProjectField): Promise<unknown[]> {
  const { data } = await board.read();
  return data.flatMap(({ tasks }) => tasks.map(({ field_values }) => field_values[field.id] ?? null));
}

const fieldsOf = async (board: TestBoard) => (await board.read()).fields;

describe("refused undos of a change of a field's kind", () => {
  test("only those who may edit the field in all projects with values undo it", async () => {
    const { world, board, field } = await boardWithTexts(server, ["1"]);
    const changed = await changeKind(board, field, "number");
    const elsewhere = await server.world();
    for (const [api, status] of [
      [board.member, 403],
      [board.viewer, 403],
      [board.stranger, 404],
      [elsewhere.api(elsewhere.admin), 404],
      [world.api(), 401],
    ] as const)
      expect((await undo(board, changed, api)).status).toBe(status);
    const admin = world.api(world.admin);
    const other = requireOk(await admin.post("/project", { title: "Of the administrator", members: [] })).body.data;
    requireOk(await admin.post(`/project/${other.id}/fields/${field.id}`));
    expect((await undo(board, changed)).status).toBe(403);
    requireOk(await undo(board, changed, admin));
  });

  test("a field that was changed since is stale, also after an undo", async () => {
    const { board, field } = await boardWithTexts(server, ["1"]);
    const changed = await changeKind(board, field, "number");
    expect((await undo(board, field)).body.code).toBe("projectField.stale");
    const body = { title: "Length", version: changed.version };
    const renamed = requireOk(await board.owner.put(`/project/${board.id}/fields/${field.id}`, body)).body.data;
    expect((await undo(board, changed)).body).toMatchObject({ code: "projectField.stale", data: { title: "Length" } });
    expect((await undo(board, renamed)).body.code).toBe("projectField.undoExpired");
    const again = await changeKind(board, renamed, "text");
    const undone = requireOk(await undo(board, again)).body.data;
    expect((await undo(board, again)).body.code).toBe("projectField.stale");
    expect((await undo(board, undone)).body.code).toBe("projectField.undoExpired");
  });

  test("a change is undone for a day, and its former values are deleted then", async () => {
    const { world, board, field } = await boardWithTexts(server, ["many"]);
    const changed = await changeKind(board, field, "number");
    const purgeAfter = (days: number) =>
      server.platform.unitOfWork({ tenantId: world.tenantId }, (tx) =>
        purgeKindChanges(tx, new Date(Date.now() + days * elapsedDayMs)),
      );
    const selectChanges = () =>
      server.owner.query("SELECT FROM project_field_kind_change WHERE tenant_id = $1", [world.tenantId]);
    await server.owner.query(
      "UPDATE project_field_kind_change SET changed_at = now() - interval '25 hours' WHERE tenant_id = $1",
      [world.tenantId],
    );
    const reply = await undo(board, changed);
    expect([reply.status, reply.body.code]).toEqual([409, "projectField.undoExpired"]);
    await purgeAfter(-0.5);
    expect(await selectChanges()).toHaveLength(1);
    await purgeAfter(0);
    expect(await selectChanges()).toHaveLength(0);
    expect(await valuesOf(board, field)).toEqual([null]);
  });

  test("an undo that would lose a value written since is refused", async () => {
    const { board, field, cards } = await boardWithTexts(server, ["1", "2"]);
    const numbers = await changeKind(board, field, "number");
    const texts = await changeKind(board, numbers, "text");
    await setValue(board, cards[1] as number, texts, "many");
    const reply = await undo(board, texts);
    expect([reply.status, reply.body.code]).toEqual([409, "projectField.undoLosesValues"]);
    expect(await valuesOf(board, field)).toEqual(["1", "many"]);
    expect(await fieldsOf(board)).toMatchObject([{ kind: "text", version: texts.version }]);
  });
});

test("an undo restores the kind, its limits and the values, also the lost ones", async () => {
  const { world, board, field } = await boardWithTexts(server, ["1", "many", "", "007"].filter(Boolean));
  const changed = await changeKind(board, field, "number");
  expect(await valuesOf(board, field)).toEqual([1, null, 7]);
  const reply = requireOk(await undo(board, changed)).body;
  expect(reply.message).toBe("Size is as before");
  expect(await valuesOf(board, field)).toEqual(["1", "many", "007"]);
  expect(await fieldsOf(board)).toEqual([{ ...field, former_kinds: ["text", "number"], version: 3 }]);
  expect(projectEvents(world, board).at(-1)).toMatchObject({
    type: "project_field.kind_restored",
    data: { id: field.id, kind: "text", version: 3, project_id: board.id },
  });
});

test("an undo restores unit, decimals, options and people", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const card = board.tasks[0]?.[0] as number;
  const options = ["Small", "Large"].map((title) => ({ title, color: "green" }));
  const { member } = board.people;
  for (const [input, valueOf] of [
    [{ title: "Weight", kind: "number", unit: "kg", decimals: 2 }, () => 1.25],
    [{ title: "Size", kind: "choices", options }, (field: ProjectField) => field.options.map(({ id }) => id)],
    [{ title: "Pilot", kind: "person" }, () => member.id],
  ] as const) {
    const field = await createField(board, input);
    const value = valueOf(field);
    await setValue(board, card, field, value);
    const changed = await changeKind(board, field, "day");
    expect(await valuesOf(board, field)).toEqual([null]);
    const undone = requireOk(await undo(board, changed)).body.data;
    expect(undone).toEqual({ ...field, former_kinds: [field.kind, "day"], version: field.version + 2 });
    expect(await valuesOf(board, field)).toEqual([value]);
  }
});

test("an undo keeps what was written since and counts what it can't restore", async () => {
  const { board, field, cards } = await boardWithTexts(server, ["many", "2", "few", "3"]);
  const changed = await changeKind(board, field, "number");
  await setValue(board, cards[0] as number, changed, 12);
  await setValue(board, cards[1] as number, changed, null);
  requireOk(await board.owner.delete(`/task/${cards[3]}`));
  const reply = requireOk(await undo(board, changed)).body;
  expect(reply.message).toBe("Size is as before; 3 former values weren’t restored, because they have changed since");
  expect(await valuesOf(board, field)).toEqual(["12", null, "few"]);
});

test("an undo restores the values of all projects that share the field", async () => {
  const world = await server.world();
  const [first, second] = [await newBoard(world, { cards: [1, 0, 0] }), await newBoard(world, { cards: [1, 0, 0] })];
  const admin = world.api(world.admin);
  const field = await createField(first, { kind: "text" });
  requireOk(await admin.post(`/project/${second.id}/fields/${field.id}`));
  await setValue(first, first.tasks[0]?.[0] as number, field, "many");
  await setValue(second, second.tasks[0]?.[0] as number, field, "few");
  const body = { kind: "number", version: 1, value_count: 2, lost_count: 2 };
  const changed = requireOk(await admin.put(kindUrl(first, field), body)).body.data;
  requireOk(await undo(second, changed, admin));
  expect(await valuesOf(first, field)).toEqual(["many"]);
  expect(await valuesOf(second, field)).toEqual(["few"]);
  for (const board of [first, second])
    expect(projectEvents(world, board).at(-1)).toMatchObject({ type: "project_field.kind_restored" });
});

test("of an undo and a second change of the kind, the later one is refused", async () => {
  const undoing =
    (world: World, board: TestBoard, { id, version }: ProjectField) =>
    (tx: Tx) =>
      undoFieldKindChange(tx, actorOf(world.admin), board.id, id, version, labels);
  const changing =
    (world: World, board: TestBoard, { id, version }: ProjectField) =>
    (tx: Tx) =>
      changeFieldKind(
        tx,
        actorOf(world.admin),
        board.id,
        id,
        { kind: "flag", version, value_count: 1, lost_count: 0 },
        labels,
      );
  for (const [order, values] of [
    [[undoing, changing], ["1"]],
    [[changing, undoing], [true]],
    [[undoing, undoing], ["1"]],
  ] as const) {
    const { world, board, field } = await boardWithTexts(server, ["1"]);
    const changed = await changeKind(board, field, "number");
    const [first, second] = await runSerialized<unknown>(
      server,
      world,
      order[0](world, board, changed),
      order[1](world, board, changed),
    );
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "projectField.stale" } });
    expect(await valuesOf(board, field)).toEqual(values);
  }
});
