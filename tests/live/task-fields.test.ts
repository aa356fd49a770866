import type { DomainEvent } from "../../shared/domain-events";
import { boardOf, taskOf } from "../../shared/tasks/tasks.board";
import { applyEvents } from "../../shared/tasks/tasks.board-events";
import { initialCard, recordOf, shownOf, taskFieldNames } from "../../shared/tasks/tasks.field-lists";
import { taskFields } from "../../shared/tasks/tasks.fields";
import { testServer } from "../support/server";
import { newBoard, ok } from "../tasks/board";
import { anotherTask, anotherValue } from "../tasks/field-values";

/**
 * Each field of a task, changed alone. The list of fields is the table that everything is made of; a field without a
 * value here doesn't compile.
 */
const server = testServer();

test.each(taskFieldNames)("%s, changed alone, reaches the event, the board and the detail", async (field) => {
  const world = await server.world();
  const board = await newBoard(world);
  const task = board.tasks[0]?.[0] as number;
  const value = await anotherValue[field]({ world, board, task });
  const before = boardOf(await board.read());
  const detailBefore = ok(await board.member.get(`/task/${task}`)).body.data;
  const mark = server.published.length;
  ok(await board.member.post(`/task/${task}`, { [field]: value }));

  const events = world
    .events(mark)
    .filter(({ stream }) => stream === `project:${board.id}`)
    .map(({ event }) => JSON.parse(JSON.stringify(event)) as DomainEvent);
  expect(events.map(({ type }) => type)).toEqual(["task.updated"]);
  const data = events[0]?.data as { before: object };
  expect(Object.keys(data)).toContain(recordOf(field));
  expect(Object.keys(data.before)).toContain(recordOf(field));

  const after = boardOf(await board.read());
  expect(applyEvents(before, events)).toEqual(after);
  const card = (of: typeof before) => ({ ...taskOf(of, task), version: 0 });
  if (shownOf(field) === recordOf(field) && !taskFields[field].onCard) expect(card(after)).toEqual(card(before));
  else expect(card(after)).not.toEqual(card(before));
  const fieldOfDetail = (detail: Record<string, unknown>) => detail[shownOf(field)];
  const detail = ok(await board.member.get(`/task/${task}`)).body.data;
  expect(fieldOfDetail(detail)).toBeDefined();
  expect(fieldOfDetail(detail)).not.toEqual(fieldOfDetail(detailBefore));
});

test("a new task begins as the table says, so that what is drawn before the answer stays; a duplicate has what is copied", async () => {
  const world = await server.world();
  const board = await newBoard(world);
  const made = ok(await board.member.post("/task", { title: "Copy", task_status_id: board.columns[0] })).body.data;
  expect(made).toMatchObject({ ...initialCard(), title: "Copy", cover_url: null });

  ok(await board.member.post(`/task/${made.id}`, await anotherTask({ world, board, task: made.id })));
  const read = async (id: number) => ok(await board.member.get(`/task/${id}`)).body.data;
  const source = await read(made.id);
  const twin = await read(ok(await board.member.post(`/task/${made.id}/duplicate`, {})).body.data.id);
  for (const name of taskFieldNames) {
    const { copied, initial } = taskFields[name];
    expect([name, twin[recordOf(name)]]).toEqual([name, copied ? source[recordOf(name)] : initial]);
    expect([name, source[recordOf(name)]]).not.toEqual([name, initial]);
  }
});
