import { type Fact, factNames, type LinkName, linkNames, links } from "../../server/tasks/tasks.fields";
import { GroupEntity, GroupMemberEntity } from "../../server/people/group.entity";
import type { DomainEvent } from "../../shared/domain-events";
import { boardOf, taskOf } from "../../shared/tasks/tasks.board";
import { applyEvents } from "../../shared/tasks/tasks.board-events";
import { multipart } from "../support/multipart";
import { png } from "../support/sample-files";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { newBoard, ok, type TestBoard } from "../tasks/board";

/**
 * Each field of a task, changed alone. The list of fields is the server's own, so a field that is added there and is
 * forgotten in the event, on the board or in the detail fails here, and a field without a value here doesn't compile.
 */
const server = testServer();

interface Scene {
  world: World;
  board: TestBoard;
  task: number;
}

const values: Record<Fact | LinkName, (scene: Scene) => unknown> = {
  title: () => "Another title",
  description: () => "<p>Why</p>",
  priority: () => "high",
  complexity: () => 5,
  start_date: () => "2030-01-01",
  due_date: () => "2030-02-01",
  progress: () => 40,
  estimate_minutes: () => 90,
  cover_id: async ({ board, task }) => {
    const { payload, headers } = multipart([
      { name: "task_id", value: String(task) },
      { name: "file", filename: "a.png", value: png() },
    ]);
    return ok(await board.member.post("/tasks/attachments", payload, { headers })).body.data.id;
  },
  users: ({ board }) => [board.people.viewer.id, board.people.member.id],
  groups: async ({ world, board }) => {
    const id = await world.tx(async (tx) => {
      const group = await tx.repo(GroupEntity).insert({ title: "Designers" });
      await tx.repo(GroupMemberEntity).insertMany([{ groupId: group.id, userId: board.people.member.id }]);
      return group.id;
    });
    ok(await board.owner.post(`/project/update/${board.id}`, { groups: [id] }));
    return [id];
  },
  tags: async ({ board }) => [
    ok(await board.owner.post("/project/tags", { project_id: board.id, name: "Design" })).body.data.id,
  ],
  blockers: ({ board }) => [board.tasks[0]?.[1]],
};

const inEvent = (field: Fact | LinkName) => (field in links ? links[field as LinkName].field : field);
/** A cover is told as its attachment and shown as its picture. */
const inDetail = (field: Fact | LinkName) => (field === "cover_id" ? "cover_url" : inEvent(field));

test.each([...factNames, ...linkNames])(
  "%s, changed alone, reaches the event, the board and the detail",
  async (field) => {
    const world = await server.world();
    const board = await newBoard(world);
    const task = board.tasks[0]?.[0] as number;
    const value = await values[field]({ world, board, task });
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
    expect(Object.keys(data)).toContain(inEvent(field));
    expect(Object.keys(data.before)).toContain(inEvent(field));

    const after = boardOf(await board.read());
    expect(applyEvents(before, events)).toEqual(after);
    const card = (of: typeof before) => ({ ...taskOf(of, task), version: 0 });
    if (field === "description") expect(card(after)).toEqual(card(before));
    else expect(card(after)).not.toEqual(card(before));
    const fieldOfDetail = (detail: Record<string, unknown>) => detail[inDetail(field)];
    const detail = ok(await board.member.get(`/task/${task}`)).body.data;
    expect(fieldOfDetail(detail)).toBeDefined();
    expect(fieldOfDetail(detail)).not.toEqual(fieldOfDetail(detailBefore));
  },
);
