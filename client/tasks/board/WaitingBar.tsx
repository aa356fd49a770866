import { IconCloudUp } from "@tabler/icons-react";
import { useMemo } from "react";
import { taskOf } from "../../../shared/tasks/tasks.board";
import { useText } from "../../platform/intl/useText";
import { useWaitingChanges, type WaitingChange } from "../../platform/waiting";
import { unsent } from "./state/board.queue";
import { useBoard, useBoardList, useBoardParts } from "./state/useBoard";
import classes from "./WaitingBar.module.css";

/**
 * Changes that wait, in the order they will be sent. The top bar lists them, and the line below it counts them while
 * one is offline; where only the calls fail, this says it.
 */
export function WaitingBar() {
  const text = useText();
  const changes = useWaiting();
  useWaitingChanges("board", changes);
  const offline = useBoard((context) => context.connection === "offline");
  return (
    <div aria-live="polite">
      {changes.length > 0 && !offline && (
        <p className={classes.bar}>
          <IconCloudUp size={16} stroke={1.75} aria-hidden />
          {text("board.waiting.count", { count: changes.length })}
        </p>
      )}
    </div>
  );
}

const none: readonly WaitingChange[] = [];

function useWaiting(): readonly WaitingChange[] {
  const text = useText();
  const { waiting } = useBoardParts((snapshot) => ({ waiting: snapshot.hasTag("waiting") }));
  const pendingChanges = useBoardList((context) => unsent(context.pendingChanges));
  const board = useBoard(({ drawn }) => (waiting ? drawn : null));
  return useMemo(() => {
    if (!board || pendingChanges.length === 0) return none;
    return pendingChanges.map((pending) => {
      if (pending.kind === "sort") return { id: pending.id, label: text("board.waiting.sort") };
      if (pending.kind === "change") {
        return { id: pending.id, label: text("board.waiting.change", { count: pending.changes.length }) };
      }
      const { key, title } = taskOf(board, pending.taskId) ?? pending.task;
      const column = pending.kind === "archive" ? "" : (board.columns[pending.to.columnId]?.title ?? "");
      return { id: pending.id, label: text(`board.waiting.${pending.kind}`, { key: key || title, title, column }) };
    });
  }, [board, pendingChanges, text]);
}
