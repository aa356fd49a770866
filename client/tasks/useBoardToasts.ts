import { useEffect, useRef } from "react";
import { taskOf } from "../../shared/tasks/tasks.board";
import { useText } from "../platform/intl/useText";
import { toast } from "../ui/toast";
import { useBoardScope } from "./useBoard";

/** The last move to another column and the last archived card can be taken back for a moment. One offer at a time. */
export function useBoardToasts(): void {
  const text = useText();
  const { actor } = useBoardScope();
  const words = useRef(text);
  useEffect(() => {
    words.current = text;
  });
  useEffect(() => {
    let withdraw = () => {};
    const offers = actor.on("undoable", () => {
      withdraw();
      const { undo, drawn } = actor.getSnapshot().context;
      if (!undo) return;
      const column = drawn.columns[taskOf(drawn, undo.taskId)?.task_status_id ?? 0];
      if (undo.kind === "move" && (!column || column.id === undo.to.columnId)) return; // it is still in sight
      const said =
        undo.kind === "archive"
          ? words.current("board.toast.archived", { key: undo.key })
          : words.current("board.toast.moved", { key: undo.key, column: column?.title });
      withdraw = toast.undo(said, () => actor.send({ type: "UNDO" }));
    });
    return () => {
      offers.unsubscribe();
      withdraw();
    };
  }, [actor]);
}
