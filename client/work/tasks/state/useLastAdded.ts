import { useState } from "react";
import { createdTaskId } from "../pending/task-changes";
import { useBoard, useBoardScope } from "./useBoard";

export function useLastAdded(): { taskId: number | null; noteAdded: () => void } {
  const { actor } = useBoardScope();
  const [added, setAdded] = useState<{ pendingId: string; taskId: number } | null>(null);
  const serverId = useBoard(({ pendingChanges }) => createdTaskId(pendingChanges, added?.pendingId));
  if (added && serverId !== null && serverId !== added.taskId) setAdded({ ...added, taskId: serverId });
  return {
    taskId: added?.taskId ?? null,
    noteAdded: () => {
      const last = actor.getSnapshot().context.pendingChanges.at(-1);
      if (last?.kind === "create") setAdded({ pendingId: last.id, taskId: last.taskId });
    },
  };
}
