import type { DomainEvent } from "../../../shared/kernel/events";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { applyToDetail } from "../../../shared/work/tasks/tasks.detail";
import type { Api } from "../../support/api";
import { testServer } from "../../support/server";
import { newBoard, requireOk } from "../tasks/board";

const server = testServer();

const inOrder = (...ids: number[]) => ids.toSorted((a, b) => a - b);

async function stage() {
  const world = await server.world();
  const board = await newBoard(world, { cards: [1, 0, 0] });
  const task = board.tasks[0]?.[0] as number;
  const reader = { id: board.people.viewer.id };
  const read = async (api: Api = board.viewer) => requireOk(await api.get(`/task/${task}`)).body.data as TaskDetail;
  const before = await read();
  const watcherIds = async () => {
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
  return { world, board, task, read, watcherIds, watch };
}

test("watching a task without access to it returns 404", async () => {
  const { world, board, watcherIds, watch } = await stage();
  const elsewhere = await server.world();
  expect((await watch(world.api(), true)).status).toBe(401);
  expect((await watch(board.stranger, true)).status).toBe(404);
  expect((await watch(elsewhere.api(elsewhere.admin), true)).status).toBe(404);
  expect((await watch(board.owner, undefined)).status).toBe(422);
  expect(await watcherIds()).toEqual([board.people.owner.id]);
});

test("watching a task twice is allowed and emits one event", async () => {
  const { world, board, read, watcherIds, watch } = await stage();
  const mark = server.published.length;
  const answer = requireOk(await watch(board.viewer, true));
  requireOk(await watch(board.viewer, true));
  expect(answer.body.data).toMatchObject({ watching: true, watchers: expect.arrayContaining([expect.anything()]) });
  expect(world.events(mark).map(({ event }) => event.type)).toEqual(["watcher.added"]);
  expect(await watcherIds()).toEqual(inOrder(board.people.owner.id, board.people.viewer.id));
  expect((await read()).watching).toBe(true);
  requireOk(await watch(board.viewer, false));
  expect(await watcherIds()).toEqual([board.people.owner.id]);
});

test("assignees and commenters become watchers, unless they had stopped watching", async () => {
  const { board, task, watcherIds, watch } = await stage();
  const { owner, member, viewer } = board.people;
  requireOk(await board.owner.post(`/task/${task}`, { users: [member.id] }));
  expect(await watcherIds()).toEqual(inOrder(owner.id, member.id));
  requireOk(await watch(board.member, false));
  requireOk(await board.owner.post(`/task/${task}`, { users: [member.id, viewer.id] }));
  expect(await watcherIds()).toEqual(inOrder(owner.id, viewer.id));
  requireOk(await watch(board.viewer, false));
  requireOk(await board.owner.post("/sub_task", { task_id: task, name: "Call", assignee_id: viewer.id }));
  requireOk(await board.member.post("/comments", { task_id: task, comment: "Yes" }));
  expect(await watcherIds()).toEqual(inOrder(owner.id, member.id, viewer.id));
});

test("users removed from the project stop watching its tasks", async () => {
  const { board, watcherIds, watch } = await stage();
  const { owner, viewer } = board.people;
  requireOk(await watch(board.member, true));
  const members = [
    { user_id: owner.id, role: "owner" },
    { user_id: viewer.id, role: "viewer" },
  ];
  requireOk(await board.owner.put(`/project/${board.id}/members`, { members }));
  expect(await watcherIds()).toEqual([owner.id]);
});
