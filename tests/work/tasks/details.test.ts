import { GroupEntity, GroupMemberEntity } from "../../../server/people/groups/group.entity";
import type { TaskDetail } from "../../../shared/work/tasks/task-detail.contract";
import { multipart } from "../../support/multipart";
import { png } from "../../support/sample-files";
import { testServer } from "../../support/server";
import { newBoard, requireOk } from "./board";

const server = testServer();

test("a task's details contain only its own rows", async () => {
  const world = await server.world();
  const board = await newBoard(world, { cards: [3, 0, 0] });
  const [full, bare, blocker] = board.tasks[0] as [number, number, number];
  const tag = requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Design" })).body.data.id;
  const group = await world.tx(async (tx) => {
    const { id } = await tx.repo(GroupEntity).insert({ title: "Writers" });
    await tx.repo(GroupMemberEntity).insertMany([{ groupId: id, userId: board.people.member.id }]);
    return id as number;
  });
  requireOk(await board.owner.put(`/project/${board.id}/members`, { groups: [group] }));
  const facts = { users: [board.people.viewer.id], groups: [group], tags: [tag], blockers: [blocker] };
  requireOk(await board.owner.post(`/task/${full}`, facts));
  requireOk(await board.member.put(`/task/${full}/watch`, { watching: true }));
  requireOk(await board.owner.post("/sub_task", { task_id: full, name: "First" }));
  requireOk(await board.owner.post("/comments", { task_id: full, comment: "Yes" }));
  requireOk(await board.member.post("/time-entry", { task_id: full, date: "2030-01-02", hours: 1, minutes: 30 }));
  const { payload, headers } = multipart([
    { name: "task_id", value: String(full) },
    { name: "file", filename: "a.png", value: png() },
  ]);
  requireOk(await board.member.post("/tasks/attachments", payload, { headers }));

  const lists = async (id: number) => {
    const { data } = requireOk(await board.owner.get(`/task/${id}`)).body as { data: TaskDetail };
    const of = ["users", "groups", "tags", "blockers", "subtasks", "comments", "time_entries", "attachments"] as const;
    const watchers = data.watchers.map(({ id: person }) => person).includes(board.people.member.id) ? 1 : 0;
    return { ...Object.fromEntries(of.map((name) => [name, data[name].length])), watchers };
  };
  const one = { users: 1, groups: 1, tags: 1, blockers: 1, subtasks: 1, comments: 1, time_entries: 1, attachments: 1 };
  expect(await lists(full)).toEqual({ ...one, watchers: 1 });
  const none = Object.fromEntries(Object.keys(one).map((name) => [name, 0]));
  expect(await lists(bare)).toEqual({ ...none, watchers: 0 });
  const { data } = requireOk(await board.owner.get(`/task/${blocker}`)).body as { data: TaskDetail };
  expect([data.blocking.map(({ id }) => id), data.blockers]).toEqual([[full], []]);
});
