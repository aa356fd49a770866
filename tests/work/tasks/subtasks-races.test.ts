import type { DomainEvent } from "../../../shared/kernel/events";
import type { Subtask } from "../../../shared/work/tasks/subtasks.contract";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { boardFromReply } from "../../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../../shared/work/tasks/tasks.board-events";
import { applyToDetail } from "../../../shared/work/tasks/tasks.detail";
import { testServer } from "../../support/server";
import { newBoard, requireOk } from "./board";

const server = testServer();

/** Creates a task with four subtasks; `agree` compares the view updated by events with a fresh read. */
async function stage() {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const task = board.tasks[0]?.[0] as number;
  const read = async () => requireOk(await board.owner.get(`/task/${task}`)).body.data as TaskDetail;
  const names = ["A", "B", "C", "D"];
  const subtasks = requireOk(await board.member.post("/sub_task/many", { task_id: task, names })).body
    .data as Subtask[];
  const ids = subtasks.map((one) => one.id) as [number, number, number, number];
  const before = { board: boardFromReply(await board.read()), detail: await read() };
  const agree = async () => {
    const events = world
      .events()
      .filter(({ stream }) => stream === `project:${board.id}`)
      .map(({ event }) => JSON.parse(JSON.stringify(event)) as DomainEvent)
      .sort((a, b) => a.revision - b.revision);
    const reader = { id: board.people.owner.id };
    const followed = events.reduce((detail, event) => applyToDetail(detail, event, reader), before.detail);
    const fresh = await read();
    const view = ({ subtasks, progress, version, subtask_count, subtask_done_count, activities }: TaskDetail) => ({
      subtasks,
      progress,
      version,
      subtask_count,
      subtask_done_count,
      told: activities.map(({ id }) => id),
    });
    expect(view(followed)).toEqual(view(fresh));
    expect(applyEvents(before.board, events)).toEqual(boardFromReply(await board.read()));
    return fresh;
  };
  return { board, task, ids, agree };
}

test("ten concurrent toggles of a subtask all count, and all views match", async () => {
  const { board, ids, agree } = await stage();
  const answers = await Promise.all(Array.from({ length: 10 }, () => board.member.get(`/sub_task/${ids[0]}`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await agree()).subtasks[0]).toMatchObject({ completed: 0, version: 11 });
});

test("four users completing one subtask each concurrently complete the progress", async () => {
  const { board, ids, agree } = await stage();
  for (const answer of await Promise.all(ids.map((id) => board.member.put(`/sub_task/${id}`, { completed: 1 }))))
    requireOk(answer);
  expect(await agree()).toMatchObject({ progress: 100, subtask_done_count: 4 });
});

test("a restored subtask is placed below the nearest subtask that still exists", async () => {
  const { board, task, ids, agree } = await stage();
  const [a, b, c, d] = ids;
  for (const id of [b, c]) requireOk(await board.owner.delete(`/sub_task/${id}`));
  requireOk(await board.member.post("/sub_task", { task_id: task, name: "C", after_ids: [b, a] }));
  expect((await agree()).subtasks.map(({ name }) => name)).toEqual(["A", "C", "D"]);
  requireOk(await board.member.post("/sub_task", { task_id: task, name: "First", after_ids: [] }));
  requireOk(await board.member.post("/sub_task", { task_id: task, name: "Last", after_ids: [d] }));
  expect((await agree()).subtasks.map(({ name }) => name)).toEqual(["First", "A", "C", "D", "Last"]);
});

test("concurrent sorting, adding and deleting leave the same order for all users", async () => {
  const { board, task, ids, agree } = await stage();
  const [a, b, c, d] = ids;
  await Promise.all([
    board.member.put(`/sub_task/${task}/sort-update/${[d, c, b, a].join()}`),
    board.owner.put(`/sub_task/${task}/sort-update/${[b, a].join()}`),
    board.member.post("/sub_task", { task_id: task, name: "E" }),
    board.owner.delete(`/sub_task/${d}`),
    board.owner.put(`/task/${task}/status-update`, { task_status_id: board.columns[1] }),
  ]);
  expect((await agree()).subtasks).toHaveLength(4);
});

test("two concurrent conversions of a subtask to a task: the second gets 404", async () => {
  const { board, ids, agree } = await stage();
  const answers = await Promise.all([1, 2].map(() => board.member.post(`/sub_task/${ids[0]}/task`)));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 404]);
  expect((await agree()).subtask_count).toBe(3);
  expect(await board.order(board.columns[0])).toHaveLength(2);
});
