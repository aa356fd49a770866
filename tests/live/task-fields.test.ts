import type { DomainEvent } from "../../shared/kernel/events";
import { boardFromReply, taskById } from "../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../shared/work/tasks/tasks.board-events";
import {
  initialCard,
  recordNameOf,
  displayedPropertyOf,
  taskFieldNames,
} from "../../shared/work/tasks/tasks.field-lists";
import { taskFields } from "../../shared/work/tasks/tasks.fields";
import { testServer } from "../support/server";
import { newBoard, requireOk } from "../work/tasks/board";
import { changedTaskValues, changedFieldValues } from "../work/tasks/field-values";

/** Changes each field of a task separately. The fields come from the central table; a field without a test value below doesn't compile. */
const server = testServer();

test.each(taskFieldNames)("changing only %s updates the event, the board and the task detail", async (field) => {
  const world = await server.world();
  const board = await newBoard(world);
  const task = board.tasks[0]?.[0] as number;
  const value = await changedFieldValues[field]({ world, board, task });
  const before = boardFromReply(await board.read());
  const detailBefore = requireOk(await board.member.get(`/task/${task}`)).body.data;
  const mark = server.published.length;
  requireOk(await board.member.post(`/task/${task}`, { [field]: value }));

  const events = world
    .events(mark)
    .filter(({ stream }) => stream === `project:${board.id}`)
    .map(({ event }) => JSON.parse(JSON.stringify(event)) as DomainEvent);
  expect(events.map(({ type }) => type)).toEqual(["task.updated"]);
  const data = events[0]?.data as { before: object };
  expect(Object.keys(data)).toContain(recordNameOf(field));
  expect(Object.keys(data.before)).toContain(recordNameOf(field));

  const after = boardFromReply(await board.read());
  expect(applyEvents(before, events)).toEqual(after);
  const card = (of: typeof before) => ({ ...taskById(of, task), version: 0 });
  if (displayedPropertyOf(field) === recordNameOf(field) && !taskFields[field].onCard)
    expect(card(after)).toEqual(card(before));
  else expect(card(after)).not.toEqual(card(before));
  const fieldOfDetail = (detail: Record<string, unknown>) => detail[displayedPropertyOf(field)];
  const detail = requireOk(await board.member.get(`/task/${task}`)).body.data;
  expect(fieldOfDetail(detail)).toBeDefined();
  expect(fieldOfDetail(detail)).not.toEqual(fieldOfDetail(detailBefore));
});

test("a new task has the default field values, a duplicate the copied ones", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const createdTask = requireOk(await board.member.post("/task", { title: "Copy", task_status_id: board.columns[0] }))
    .body.data;
  expect(createdTask).toMatchObject({ ...initialCard(), title: "Copy", cover_url: null });

  requireOk(
    await board.member.post(`/task/${createdTask.id}`, await changedTaskValues({ world, board, task: createdTask.id })),
  );
  const read = async (id: number) => requireOk(await board.member.get(`/task/${id}`)).body.data;
  const source = await read(createdTask.id);
  const twin = await read(requireOk(await board.member.post(`/task/${createdTask.id}/duplicate`, {})).body.data.id);
  for (const name of taskFieldNames) {
    const { copied, initial } = taskFields[name];
    expect([name, twin[recordNameOf(name)]]).toEqual([name, copied ? source[recordNameOf(name)] : initial]);
    expect([name, source[recordNameOf(name)]]).not.toEqual([name, initial]);
  }
});
