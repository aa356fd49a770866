import { IconCloudUp } from "@tabler/icons-react";
import { useEffect } from "react";
import { taskById } from "../../../../shared/work/tasks/tasks.board";
import { type TextFunction, useText } from "../../../platform/intl/useText";
import { unsentChanges } from "../../../platform/pending/pending";
import type { PendingChange } from "../pending/task-changes";
import { taskQueue } from "../pending/task-queue";
import { type BoardActor, useBoard, useBoardScope } from "../state/useBoard";
import classes from "./PendingChangesBar.module.css";

/** Shows the number of pending changes when requests fail. The top bar lists the changes in the order in which they will be sent. */
export function PendingChangesBar() {
  const text = useText();
  const { actor } = useBoardScope();
  useEffect(() => taskQueue.describeWith((pending) => descriptionOf(pending, actor, text)), [actor, text]);
  const offline = useBoard((context) => context.connection === "offline");
  const count = useBoard(({ pendingChanges, waiting }) => (waiting ? unsentChanges(pendingChanges).length : 0));
  return (
    <div aria-live="polite">
      {count > 0 && !offline && (
        <p className={classes.bar}>
          <IconCloudUp size={16} stroke={1.75} aria-hidden />
          {text("board.waiting.count", { count })}
        </p>
      )}
    </div>
  );
}

function descriptionOf(pending: PendingChange, actor: BoardActor, text: TextFunction): string {
  if (pending.kind === "sort") return text("board.waiting.sort");
  if (pending.kind === "change")
    return pending.label || text("board.waiting.change", { count: pending.changes.length });
  const board = actor.getSnapshot().context.drawn;
  const { key, title } = taskById(board, pending.taskId) ?? pending.task;
  const column = pending.kind === "archive" ? "" : (board.columns[pending.to.columnId]?.title ?? "");
  return text(`board.waiting.${pending.kind}`, { key: key || title, title, column });
}
