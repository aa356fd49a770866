import type { DomainEvent } from "../../shared/domain-events";
import type { Subtask } from "../../shared/subtasks/subtasks.contract";
import type { TaskDetail } from "../../shared/tasks/task-detail.contract";
import { boardOf } from "../../shared/tasks/tasks.board";
import { applyEvents } from "../../shared/tasks/tasks.board-events";
import { applyToDetail } from "../../shared/tasks/tasks.detail";
import { testServer } from "../support/server";
import { newBoard, ok } from "../tasks/board";

const server = testServer();

/** A task with four subtasks, and the two views of it: watched from the start, and read at the end. */
async function stage() {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const task = board.tasks[0]?.[0] as number;
  const read = async () => ok(await board.owner.get(`/task/${task}`)).body.data as TaskDetail;
  const names = ["A", "B", "C", "D"];
  const subtasks = ok(await board.member.post("/sub_task/many", { task_id: task, names })).body.data as Subtask[];
  const ids = subtasks.map((one) => one.id) as [number, number, number, number];
  const before = { board: boardOf(await board.read()), detail: await read() };
  const agree = async () => {
    const events = world
      .events()
      .filter(({ stream }) => stream === `project:${board.id}`)
      .map(({ event }) => JSON.parse(JSON.stringify(event)) as DomainEvent)
      .sort((a, b) => a.revision - b.revision);
    const reader = { id: board.people.owner.id };
    const seen = events.reduce((detail, event) => applyToDetail(detail, event, reader), before.detail);
    const fresh = await read();
    const view = ({ subtasks, progress, version, subtask_count, subtask_done_count, activities }: TaskDetail) => ({
      subtasks,
      progress,
      version,
      subtask_count,
      subtask_done_count,
      told: activities.map(({ id }) => id),
    });
    expect(view(seen)).toEqual(view(fresh));
    expect(applyEvents(before.board, events)).toEqual(boardOf(await board.read()));
    return fresh;
  };
  return { board, task, ids, agree };
}

test("ten people turn one on and off at once: every turn counts, and all screens agree", async () => {
  const { board, ids, agree } = await stage();
  const answers = await Promise.all(Array.from({ length: 10 }, () => board.member.get(`/sub_task/${ids[0]}`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await agree()).subtasks[0]).toMatchObject({ completed: 0, version: 11 });
});

test("four people each finish another one at once: the task is done", async () => {
  const { board, ids, agree } = await stage();
  for (const answer of await Promise.all(ids.map((id) => board.member.put(`/sub_task/${id}`, { completed: 1 }))))
    ok(answer);
  expect(await agree()).toMatchObject({ progress: 100, subtask_done_count: 4 });
});

test("two orders at once, with one added and one deleted meanwhile: one order is left, the same for all", async () => {
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

test("of two who make a task of one at once, one finds it gone; no second task is left behind", async () => {
  const { board, ids, agree } = await stage();
  const answers = await Promise.all([1, 2].map(() => board.member.post(`/sub_task/${ids[0]}/task`)));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 404]);
  expect((await agree()).subtask_count).toBe(3);
  expect(await board.order(board.columns[0])).toHaveLength(2);
});
