import type { DomainEvent } from "../../shared/domain-events";
import type { TaskDetail } from "../../shared/tasks/task-detail.contract";
import { applyToDetail } from "../../shared/tasks/tasks.detail";
import type { Api } from "../support/api";
import { testServer } from "../support/server";
import { newBoard, ok } from "../tasks/board";

const server = testServer();

const inOrder = (...ids: number[]) => ids.toSorted((a, b) => a - b);

/** One task, watched by its reporter, and the panel of somebody who has it open all the while. */
async function stage() {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const task = board.tasks[0]?.[0] as number;
  const reader = { id: board.people.viewer.id };
  const read = async (api: Api = board.viewer) => ok(await api.get(`/task/${task}`)).body.data as TaskDetail;
  const before = await read();
  /** What the open panel shows now; the same as what is read. */
  const seen = async () => {
    const events = world
      .events()
      .filter(({ stream }) => stream === `project:${board.id}`)
      .map(({ event }) => JSON.parse(JSON.stringify(event)) as DomainEvent);
    const panel = events.reduce((detail, event) => applyToDetail(detail, event, reader), before);
    const fresh = await read();
    const view = ({ watchers, watching }: TaskDetail) => ({ watchers, watching });
    expect(view(panel)).toEqual(view(fresh));
    return fresh.watchers.map(({ id }) => id);
  };
  const watch = (api: Api, watching: unknown) => api.put(`/task/${task}/watch`, { watching });
  return { world, board, task, read, seen, watch };
}

test("it is refused to nobody who sees the task, and to everybody else", async () => {
  const { world, board, seen, watch } = await stage();
  const elsewhere = await server.world();
  expect((await watch(world.api(), true)).status).toBe(401);
  expect((await watch(board.stranger, true)).status).toBe(404);
  expect((await watch(elsewhere.api(elsewhere.admin), true)).status).toBe(404);
  expect((await watch(board.owner, undefined)).status).toBe(422);
  expect(await seen()).toEqual([board.people.owner.id]);
});

test("one watches and stops; twice is as good as once, and said once", async () => {
  const { world, board, read, seen, watch } = await stage();
  const mark = server.published.length;
  const answer = ok(await watch(board.viewer, true));
  ok(await watch(board.viewer, true));
  expect(answer.body.data).toMatchObject({ watching: true, watchers: expect.arrayContaining([expect.anything()]) });
  expect(world.events(mark).map(({ event }) => event.type)).toEqual(["watcher.added"]);
  expect(await seen()).toEqual(inOrder(board.people.owner.id, board.people.viewer.id));
  expect((await read()).watching).toBe(true);
  ok(await watch(board.viewer, false));
  expect(await seen()).toEqual([board.people.owner.id]);
});

test("who is assigned, given a subtask or comments watches from then on; who stops is left alone until the next time", async () => {
  const { board, task, seen, watch } = await stage();
  const { owner, member, viewer } = board.people;
  ok(await board.owner.post(`/task/${task}`, { users: [member.id] }));
  expect(await seen()).toEqual(inOrder(owner.id, member.id));
  ok(await watch(board.member, false));
  ok(await board.owner.post(`/task/${task}`, { users: [member.id, viewer.id] }));
  expect(await seen()).toEqual(inOrder(owner.id, viewer.id));
  ok(await watch(board.viewer, false));
  ok(await board.owner.post("/sub_task", { task_id: task, name: "Call", assignee_id: viewer.id }));
  ok(await board.member.post("/comments", { task_id: task, comment: "Yes" }));
  expect(await seen()).toEqual(inOrder(owner.id, member.id, viewer.id));
});

test("who leaves the project watches nothing in it any more", async () => {
  const { board, seen, watch } = await stage();
  const { owner, viewer } = board.people;
  ok(await watch(board.member, true));
  const members = [
    { user_id: owner.id, role: "owner" },
    { user_id: viewer.id, role: "viewer" },
  ];
  ok(await board.owner.put(`/project/${board.id}/members`, { members }));
  expect(await seen()).toEqual([owner.id]);
});
