import type { DomainEvent } from "../../shared/kernel/events";
import type { GroupEvents } from "../../shared/people/groups/groups.events";
import type { AttachmentEvents } from "../../shared/work/attachments/attachments.events";
import type { CommentEvents } from "../../shared/work/comments/comments.events";
import type { ProjectEvents } from "../../shared/work/projects/projects.events";
import { type Board, boardFromReply } from "../../shared/work/tasks/tasks.board";
import { applyEvents } from "../../shared/work/tasks/tasks.board-events";
import type { SubtaskEvents } from "../../shared/work/tasks/subtasks.events";
import type { TimeEntryEvents } from "../../shared/work/time/time.events";
import type { TaskEvents } from "../../shared/work/tasks/tasks.events";
import type { WatcherEvents } from "../../shared/work/watchers/watchers.events";
import { maxRankLength } from "../../shared/work/tasks/tasks.rank.rules";
import { GroupEntity, GroupMemberEntity } from "../../server/people/groups/group.entity";
import { multipart } from "../support/multipart";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { newBoard, requireOk, type TestBoard } from "../work/tasks/board";
import { changedTaskValues } from "../work/tasks/field-values";

const server = testServer();

interface Scene {
  world: World;
  board: TestBoard;
}

interface Scenario {
  before?: (scene: Scene) => Promise<unknown>;
  act: (scene: Scene, prepared: never) => Promise<unknown>;
  /** Expected events in order, on the project's stream. */
  tells?: string[];
  silent?: true;
}

const task = ({ board }: Scene, column = 0, at = 0) => board.tasks[column]?.[at] as number;
const logTime = (scene: Scene) =>
  scene.board.owner.post("/time-entry", { task_id: task(scene), date: "2030-01-02", hours: 1, minutes: 30 });
const dataOf = async (answer: Promise<{ status: number; body: { data: { id: number } } }>) => (await answer).body.data;

async function groupOf(world: World, ...people: { id: number }[]): Promise<number> {
  return world.tx(async (tx) => {
    const group = await tx.repo(GroupEntity).insert({ title: `Group ${people.map((person) => person.id).join()}` });
    await tx.repo(GroupMemberEntity).insertMany(people.map((person) => ({ groupId: group.id, userId: person.id })));
    return group.id;
  });
}

const attached = (scene: Scene) => {
  const { payload, headers } = multipart([
    { name: "task_id", value: String(task(scene)) },
    { name: "file", filename: "a.png", value: png() },
  ]);
  return scene.board.member.post("/tasks/attachments", payload, { headers });
};

const members = ({ people }: TestBoard, ...more: { user_id: number; role: string }[]) => [
  { user_id: people.owner.id, role: "owner" },
  { user_id: people.viewer.id, role: "viewer" },
  ...more,
];

/** One scenario per event type of a project's stream: a new type doesn't compile without one. */
const scenarios: Record<
  keyof (TaskEvents &
    SubtaskEvents &
    WatcherEvents &
    CommentEvents &
    AttachmentEvents &
    ProjectEvents &
    Pick<GroupEvents, "group.updated"> &
    TimeEntryEvents),
  Scenario
> = {
  "task.created": {
    act: ({ board }) =>
      board.owner.post("/task", {
        title: "Between",
        task_status_id: board.columns[0],
        before_id: board.tasks[0]?.[0],
        users: [board.people.member.id],
        description: "Long text",
        due_date: "2030-01-02",
      }),
  },
  "task.updated": {
    before: (scene) => changedTaskValues({ ...scene, task: task(scene) }),
    act: (scene, values: object) => scene.board.member.post(`/task/${task(scene)}`, values),
  },
  "task.moved": {
    act: (scene) =>
      scene.board.member.put(`/task/${task(scene)}/status-update`, { task_status_id: scene.board.columns[2] }),
  },
  "task.archived": { act: (scene) => scene.board.member.put(`/task/${task(scene)}/archive`) },
  "task.restored": {
    before: (scene) => scene.board.member.put(`/task/${task(scene)}/archive`),
    act: (scene) => scene.board.member.put(`/task/${task(scene)}/restore`, { task_status_id: scene.board.columns[1] }),
  },
  "task.deleted": {
    before: (scene) => scene.board.member.post(`/task/${task(scene, 0, 1)}`, { blockers: [task(scene)] }),
    act: (scene) => scene.board.member.delete(`/task/${task(scene)}`),
  },

  "task.left": {
    before: async (scene) => {
      requireOk(await scene.board.member.post(`/task/${task(scene, 0, 1)}`, { blockers: [task(scene)] }));
      return { id: (await newBoard(scene.world, { cards: [0, 0, 0] })).id };
    },
    act: (scene, target: { id: number }) =>
      scene.board.member.put(`/task/${task(scene)}/project`, { project_id: target.id }),
  },
  "task.arrived": {
    before: async ({ world, board }) => {
      const source = await newBoard(world, { cards: [0, 0, 0] });
      const tagged = await Promise.all(
        [board, source].map(({ id }) => board.owner.post("/project/tags", { project_id: id, name: "Design" })),
      );
      const [, own] = tagged.map((answer) => requireOk(answer).body.data.id as number);
      return source.add(source.columns[1], { users: [board.people.member.id], tags: [own] });
    },
    act: ({ board }, moving: { id: number }) => board.owner.put(`/task/${moving.id}/project`, { project_id: board.id }),
  },

  "column.created": {
    act: ({ board }) =>
      board.owner.post("/task_status", { project_id: board.id, title: "Review", color: "teal", wip_limit: 3 }),
  },
  "column.updated": {
    act: ({ board }) =>
      board.owner.put(`/task_status/${board.columns[0]}`, {
        title: "Ideas",
        kind: "done",
        wip_limit: 2,
        color: "rose",
      }),
  },
  "column.sorted": {
    act: ({ board }) => board.owner.put(`/task_status/${board.id}/sort-update/${[...board.columns].reverse().join()}`),
  },
  "column.rebalanced": {
    // Prepares the state after hundreds of drops into one gap: no short rank is left between the first two cards.
    before: async (scene) => {
      const [first, second] = scene.board.tasks[0] as [number, number];
      const rank = `${(await scene.board.card(first)).rank}${"0".repeat(maxRankLength)}1`;
      await server.owner.query("UPDATE task SET rank = $2 WHERE id = $1", [second, rank]);
    },
    act: ({ board }) =>
      board.member.put(`/task/${board.tasks[0]?.[2]}/status-update`, {
        task_status_id: board.columns[0],
        before_id: board.tasks[0]?.[0],
      }),
    tells: ["task.moved", "column.rebalanced"],
  },
  "column.restored": {
    before: ({ board }) => board.owner.delete(`/task_status/${board.columns[0]}`, { target_id: board.columns[1] }),
    act: ({ board }) => board.owner.post(`/bin/columns/${board.columns[0]}/restore`),
    tells: ["column.restored", "task.moved", "task.moved", "task.moved"],
  },
  "column.deleted": {
    before: (scene) => scene.board.member.put(`/task/${task(scene, 0, 1)}/archive`),
    act: ({ board }) => board.owner.delete(`/task_status/${board.columns[0]}?target_id=${board.columns[2]}`),
    tells: ["task.moved", "task.moved", "column.deleted"],
  },

  "subtask.created": {
    act: (scene) => scene.board.member.post("/sub_task", { task_id: task(scene), name: "First" }),
  },
  "subtask.updated": {
    before: (scene) => dataOf(scene.board.member.post("/sub_task", { task_id: task(scene), name: "First" })),
    act: ({ board }, made: { id: number }) => board.member.put(`/sub_task/${made.id}`, { completed: true }),
  },
  "subtask.deleted": {
    before: (scene) => dataOf(scene.board.member.post("/sub_task", { task_id: task(scene), name: "First" })),
    act: ({ board }, made: { id: number }) => board.member.delete(`/sub_task/${made.id}`),
  },
  "subtask.sorted": {
    before: async (scene) => {
      const body = { task_id: task(scene), names: ["First", "Second"] };
      return requireOk(await scene.board.member.post("/sub_task/many", body)).body;
    },
    act: (scene, { data: [first, second] }: { data: [{ id: number }, { id: number }] }) =>
      scene.board.member.put(`/sub_task/${task(scene)}/sort-update/${second.id},${first.id}`),
    silent: true,
  },

  "watcher.added": {
    act: (scene) => scene.board.viewer.put(`/task/${task(scene)}/watch`, { watching: true }),
    silent: true,
  },
  "watcher.removed": {
    act: (scene) => scene.board.owner.put(`/task/${task(scene)}/watch`, { watching: false }),
    silent: true,
  },

  "comment.created": {
    act: (scene) => scene.board.member.post("/comments", { task_id: task(scene), comment: "Yes" }),
  },
  "comment.updated": {
    before: (scene) => dataOf(scene.board.member.post("/comments", { task_id: task(scene), comment: "Yes" })),
    act: ({ board }, comment: { id: number }) => board.member.put(`/comments/${comment.id}`, { comment: "No" }),
    silent: true,
  },
  "comment.deleted": {
    before: (scene) => dataOf(scene.board.member.post("/comments", { task_id: task(scene), comment: "Yes" })),
    act: ({ board }, comment: { id: number }) => board.member.delete(`/comments/${comment.id}`),
  },
  "comment.restored": {
    before: async (scene) => {
      const comment = await dataOf(scene.board.member.post("/comments", { task_id: task(scene), comment: "Yes" }));
      requireOk(await scene.board.member.delete(`/comments/${comment.id}`));
      return comment;
    },
    act: ({ board }, comment: { id: number }) => board.member.put(`/comments/${comment.id}/restore`),
  },
  "reaction.added": {
    before: (scene) => dataOf(scene.board.member.post("/comments", { task_id: task(scene), comment: "Yes" })),
    act: ({ board }, comment: { id: number }) =>
      board.owner.put(`/comments/${comment.id}/reactions`, { emoji: "heart" }),
    silent: true,
  },
  "reaction.removed": {
    before: async (scene) => {
      const comment = await dataOf(scene.board.member.post("/comments", { task_id: task(scene), comment: "Yes" }));
      requireOk(await scene.board.owner.put(`/comments/${comment.id}/reactions`, { emoji: "heart" }));
      return comment;
    },
    act: ({ board }, comment: { id: number }) =>
      board.owner.put(`/comments/${comment.id}/reactions`, { emoji: "heart", on: false }),
    silent: true,
  },

  "attachment.created": { act: (scene) => attached(scene) },
  "attachment.updated": {
    before: async (scene) => {
      const { id } = (await attached(scene)).body.data as { id: number };
      requireOk(await scene.board.member.post(`/task/${task(scene)}`, { cover_id: id }));
      return { id };
    },
    act: ({ board }, { id }: { id: number }) => {
      const { payload, headers } = multipart([{ name: "file", filename: "b.png", value: png(9, 9) }]);
      return board.member.post(`/tasks/attachments/${id}`, payload, { headers });
    },
  },
  "attachment.deleted": {
    before: async (scene) => {
      const { id } = (await attached(scene)).body.data as { id: number };
      requireOk(await scene.board.member.post(`/task/${task(scene)}`, { cover_id: id }));
      return { id };
    },
    act: ({ board }, { id }: { id: number }) => board.member.delete(`/tasks/attachments/${id}`),
  },
  // Emitted by the worker after creating the preview: tests/work/attachments/previews.test.ts.
  "attachment.previewed": { act: () => Promise.resolve(), tells: [], silent: true },

  "tag.created": { act: ({ board }) => board.member.post("/project/tags", { project_id: board.id, name: "Design" }) },
  "tag.updated": {
    before: ({ board }) => dataOf(board.member.post("/project/tags", { project_id: board.id, name: "Design" })),
    act: ({ board }, tag: { id: number }) =>
      board.member.patch(`/project/tags/${tag.id}`, { name: "Look", color: "rose" }),
  },
  "tag.deleted": {
    before: async (scene) => {
      const tag = await dataOf(
        scene.board.member.post("/project/tags", { project_id: scene.board.id, name: "Design" }),
      );
      requireOk(await scene.board.member.post(`/task/${task(scene)}`, { tags: [tag.id] }));
      return tag;
    },
    act: ({ board }, tag: { id: number }) => board.member.delete(`/project/tags/${tag.id}`),
  },

  "member.added": {
    act: ({ world, board }) =>
      board.owner.put(`/project/${board.id}/members`, {
        members: members(
          board,
          { user_id: board.people.member.id, role: "member" },
          { user_id: world.hr.id, role: "member" },
        ),
      }),
  },
  "member.updated": {
    act: ({ board }) =>
      board.owner.put(`/project/${board.id}/members`, {
        members: members(board, { user_id: board.people.member.id, role: "viewer" }),
      }),
    silent: true,
  },
  "member.removed": {
    before: (scene) => scene.board.owner.post(`/task/${task(scene)}`, { users: [scene.board.people.member.id] }),
    act: ({ board }) => board.owner.put(`/project/${board.id}/members`, { members: members(board) }),
    tells: ["task.updated", "member.removed"],
  },
  "group.added": {
    act: async ({ world, board }) =>
      board.owner.post(`/project/update/${board.id}`, {
        groups: [await groupOf(world, world.finance, world.hr, await world.person("employee", { active: false }))],
      }),
  },
  "group.updated": {
    before: async (scene) => {
      const { world, board } = scene;
      const inactive = await world.person("employee", { active: false });
      const group = await groupOf(world, world.finance, world.hr, inactive);
      requireOk(await board.owner.post(`/project/update/${board.id}`, { groups: [group] }));
      requireOk(await board.owner.post(`/task/${task(scene)}`, { users: [world.hr.id] }));
      return group;
    },
    act: async ({ world }, group: number) => {
      const users = [world.finance.id, (await world.person("employee")).id];
      return world.api(world.admin).put(`/groups/${group}`, { title: "Night crew", users });
    },
    tells: ["task.updated", "member.removed", "member.removed", "group.updated"],
  },
  "group.removed": {
    before: async (scene) => {
      const { world, board } = scene;
      const group = await groupOf(world, world.finance, world.hr, await world.person("employee", { active: false }));
      requireOk(await board.owner.post(`/project/update/${board.id}`, { groups: [group] }));
      requireOk(await board.owner.post(`/task/${task(scene)}`, { groups: [group], users: [world.hr.id] }));
    },
    act: ({ board }) => board.owner.post(`/project/update/${board.id}`, { groups: [] }),
    tells: ["task.updated", "group.removed", "member.removed", "member.removed", "member.removed"],
  },

  "project.created": { act: () => Promise.resolve(), tells: [], silent: true },
  "project.updated": {
    act: ({ board }) => board.owner.post(`/project/update/${board.id}`, { title: "Relaunch", color: "rose" }),
    silent: true,
  },
  "project.archived": { act: ({ board }) => board.owner.put(`/project/${board.id}/archive`), silent: true },
  "project.restored": {
    before: ({ board }) => board.owner.put(`/project/${board.id}/archive`),
    act: ({ board }) => board.owner.put(`/project/${board.id}/restore`),
    silent: true,
  },
  "time_entry.created": { act: (scene) => logTime(scene) },
  "time_entry.updated": {
    before: (scene) => logTime(scene),
    act: async ({ board }, { body }: { body: { data: { id: number } } }) =>
      board.owner.put(`/time-entry/${body.data.id}`, { date: "2030-01-02", hours: 2, minutes: 5 }),
  },
  "time_entry.deleted": {
    before: (scene) => logTime(scene),
    act: async ({ board }, { body }: { body: { data: { id: number } } }) =>
      board.owner.delete(`/time-entry/${body.data.id}`),
  },
  // Emitted on the users' streams: the project's own stream ends, so there is nothing to read again.
  "project.deleted": { act: () => Promise.resolve(), tells: [], silent: true },
};

const withoutRevision = ({ revision, ...rest }: Board) => rest;

test.each(Object.entries(scenarios))(
  "%s: the board with the event applied equals a fresh read",
  async (type, scenario) => {
    const world = await server.world();
    const board = await newBoard(world);
    const scene = { world, board };
    const prepared = await scenario.before?.(scene);
    if (prepared !== undefined && typeof prepared === "object" && prepared !== null && "status" in prepared)
      requireOk(prepared as never);

    const before = boardFromReply(await board.read());
    const mark = server.published.length;
    const answer = await scenario.act(scene, prepared as never);
    if (answer) requireOk(answer as never);
    const events = world
      .events(mark)
      .filter(({ stream }) => stream === `project:${board.id}`)
      .map(({ event }) => JSON.parse(JSON.stringify(event)) as DomainEvent);
    expect(events.map((event) => event.type)).toEqual(scenario.tells ?? [type]);

    const applied = applyEvents(before, events);
    const fresh = boardFromReply(await board.read());
    expect(applied).toEqual(fresh);
    if (scenario.silent) expect(withoutRevision(applied)).toEqual(withoutRevision(before));
    else expect(withoutRevision(applied)).not.toEqual(withoutRevision(before)); // otherwise the scenario tests nothing
  },
);
