import type { DomainEvent } from "../../../shared/kernel/events";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { applyToDetail } from "../../../shared/work/tasks/tasks.detail";
import type { Api } from "../../support/api";
import { testServer } from "../../support/server";
import { newBoard, requireOk, type TestBoard } from "./board";

const server = testServer();
type Ids = [number, number, number];

async function stage() {
  const world = await server.world();
  const board = await newBoard(world, { cards: [3, 0, 0] });
  const ids = board.tasks[0] as Ids;
  const read = async (id: number) => requireOk(await board.viewer.get(`/task/${id}`)).body.data as TaskDetail;
  const before = await Promise.all(ids.map(read));
  const panels = async () => {
    const events = world
      .events()
      .filter(({ stream }) => stream === `project:${board.id}`)
      .map(({ event }) => JSON.parse(JSON.stringify(event)) as DomainEvent)
      .sort((a, b) => a.revision - b.revision);
    const reader = { id: board.people.viewer.id };
    const updatedDetails = before.map((detail) =>
      events.reduce((now, event) => applyToDetail(now, event, reader), detail),
    );
    const fresh = await Promise.all(ids.map((id) => read(id).catch(() => null)));
    const view = (detail: TaskDetail) => [detail.blocker_ids, detail.blockers, detail.blocking];
    fresh.forEach((detail, at) => detail && expect(view(updatedDetails[at] as TaskDetail)).toEqual(view(detail)));
    return fresh as TaskDetail[];
  };
  return { world, board, ids, panels };
}
const link = (api: Api, id: number, blocker: number) => api.put(`/task/${id}/blockers/${blocker}`);
const unlink = (api: Api, id: number, blocker: number) => api.delete(`/task/${id}/blockers/${blocker}`);
const linkIds = (detail: TaskDetail | undefined) => [
  detail?.blockers.map(({ id }) => id),
  detail?.blocking.map(({ id }) => id),
];

test("dependencies are refused for viewers, users without access, and cycles", async () => {
  const { world, board, ids, panels } = await stage();
  const [a, b, c] = ids;
  const other: TestBoard = await newBoard(world, { cards: [1, 0, 0] });
  for (const call of [link, unlink]) {
    expect((await call(world.api(), a, b)).status).toBe(401);
    expect((await call(board.viewer, a, b)).status).toBe(403);
    expect((await call(board.stranger, a, b)).status).toBe(404);
    expect((await call(board.owner, a, other.tasks[0]?.[0] as number)).status).toBe(422);
  }
  requireOk(await link(board.member, b, a));
  requireOk(await link(board.member, c, b));
  const circle = await link(board.member, a, c);
  expect([circle.status, Object.keys(circle.body.errors)]).toEqual([422, ["blocker_id"]]);
  expect((await link(board.member, a, a)).status).toBe(422);
  expect((await panels()).map(linkIds)).toEqual([
    [[], [b]],
    [[a], [c]],
    [[b], []],
  ]);
});

test("the panels of two linked tasks show each other's changes", async () => {
  const { board, ids, panels } = await stage();
  const [a, b, c] = ids;
  requireOk(await link(board.member, b, a));
  requireOk(await link(board.member, c, a));
  requireOk(await board.member.post(`/task/${a}`, { title: "First of all" }));
  requireOk(await board.member.put(`/task/${a}/status-update`, { task_status_id: board.columns[2] }));
  const [, second] = await panels();
  expect(second?.blockers).toMatchObject([{ id: a, title: "First of all", progress: 100, archived: false }]);
  requireOk(await board.member.put(`/task/${a}/archive`));
  await panels();
  requireOk(await unlink(board.member, c, a));
  requireOk(await unlink(board.member, c, a));
  await panels();
  requireOk(await board.member.delete(`/task/${a}`));
  expect(linkIds((await panels())[1])).toEqual([[], []]);
});

test("ten blockers added concurrently are all stored", async () => {
  const { board, ids } = await stage();
  const blockers = await Promise.all(Array.from({ length: 10 }, () => board.add(board.columns[0])));
  for (const answer of await Promise.all(blockers.map((one) => link(board.member, ids[0], one.id)))) requireOk(answer);
  expect((await board.card(ids[0])).blocker_ids).toHaveLength(10);
});
