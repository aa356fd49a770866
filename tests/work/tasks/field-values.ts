import { GroupEntity, GroupMemberEntity } from "../../../server/people/groups/group.entity";
import type { TaskField } from "../../../shared/work/tasks/tasks.fields";
import { taskFieldNames } from "../../../shared/work/tasks/tasks.field-lists";
import { multipart } from "../../support/multipart";
import { png } from "../../support/sample-files";
import type { World } from "../../support/world";
import { requireOk, type TestBoard } from "./board";

interface Place {
  world: World;
  board: TestBoard;
  task: number;
}

/** For each task field, a value that differs from a new task's. A new field without a value here doesn't compile. */
export const changedFieldValues: Record<TaskField, (place: Place) => unknown> = {
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
    return requireOk(await board.member.post("/tasks/attachments", payload, { headers })).body.data.id;
  },
  users: ({ board }) => [board.people.viewer.id, board.people.member.id],
  groups: async ({ world, board }) => {
    const id = await world.tx(async (tx) => {
      const group = await tx.repo(GroupEntity).insert({ title: "Designers" });
      await tx.repo(GroupMemberEntity).insertMany([{ groupId: group.id, userId: board.people.member.id }]);
      return group.id;
    });
    requireOk(await board.owner.post(`/project/update/${board.id}`, { groups: [id] }));
    return [id];
  },
  tags: async ({ board }) => [
    requireOk(await board.owner.post("/project/tags", { project_id: board.id, name: "Design" })).body.data.id,
  ],
  blockers: ({ board }) => [board.tasks[0]?.[1]],
};

export async function changedTaskValues(place: Place): Promise<{ [F in TaskField]: unknown }> {
  const values: Partial<Record<TaskField, unknown>> = {};
  for (const name of taskFieldNames) values[name] = await changedFieldValues[name](place);
  return values as Record<TaskField, unknown>;
}
