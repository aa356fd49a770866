import type { BodyOf } from "../../../../shared/kernel/endpoint";
import { changeTasks } from "../../../../shared/work/tasks/bulk.contract";
import { sortColumns } from "../../../../shared/work/tasks/columns.contract";
import { archiveTask, createTask, moveTask } from "../../../../shared/work/tasks/tasks.contract";
import { type CardField, cardFields, recordNameOf } from "../../../../shared/work/tasks/tasks.field-lists";
import { taskFields } from "../../../../shared/work/tasks/tasks.fields";
import { call } from "../../../platform/api";
import type { PendingChange, PendingCreate } from "./task-changes";
import type { SendReply } from "./task-queue.rules";

export async function sendTaskChange(pending: PendingChange): Promise<SendReply> {
  switch (pending.kind) {
    case "move": {
      const body = { task_status_id: pending.to.columnId, ...neighbours(pending.to), version: pending.version };
      const { data } = await call(moveTask, { params: { id: pending.taskId }, body });
      return { kind: "move", ...data };
    }
    case "create": {
      const { data } = await call(createTask, {
        body: {
          ...createFields(pending),
          ...(pending.description ? { description: pending.description } : {}),
          ...(pending.template && { template: pending.template }),
          task_status_id: pending.to.columnId,
          ...neighbours(pending.to),
        },
        idempotencyKey: pending.id,
      });
      return { kind: "task", task: data };
    }
    case "archive":
      await call(archiveTask, { params: { id: pending.taskId } });
      return { kind: "yes" };
    case "change": {
      const body = { changes: [...pending.changes], ...(pending.undoing ? { undoing: true } : {}) };
      return { kind: "changed", tasks: (await call(changeTasks, { body, idempotencyKey: pending.id })).data };
    }
    case "sort":
      await call({ ...sortColumns, method: "PUT" }, { params: { id: pending.projectId, ids: [...pending.columnIds] } });
      return { kind: "yes" };
  }
}

/** Returns the title and the fields that differ from their initial values. */
function createFields({
  task,
  fieldKinds,
}: PendingCreate): Pick<BodyOf<typeof createTask>, CardField | "field_values" | "field_kinds"> {
  const changedFields = cardFields.filter((name) => !isSame(task[recordNameOf(name)], taskFields[name].initial));
  return {
    ...Object.fromEntries(changedFields.map((name) => [name, task[recordNameOf(name)]])),
    ...(Object.keys(task.field_values).length > 0 && {
      field_values: task.field_values,
      field_kinds: fieldKinds,
    }),
    title: task.title,
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Omits neighbors without a server id; the other neighbor is sufficient. */
function neighbours({ beforeId, afterId }: { beforeId: number | null; afterId: number | null }) {
  const serverId = (id: number | null) => (id !== null && id > 0 ? id : undefined);
  return { before_id: serverId(beforeId), after_id: serverId(afterId) };
}
