import { Select } from "@mantine/core";
import { useState } from "react";
import { type Column, taskIdsInColumn } from "../../../../../shared/work/tasks/tasks.board";
import { deleteColumn } from "../../../../../shared/work/tasks/columns.contract";
import { useText } from "../../../../platform/intl/useText";
import { useAction } from "../../../../platform/query";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog";
import { useBoard } from "../../state/useBoard";

/** Permanently deletes a column; its tasks, including archived ones, move to another column. */
export function DeleteColumn({ column, onClose }: { column: Column; onClose: () => void }) {
  const text = useText();
  const board = useBoard(({ drawn }) => drawn);
  const others = board.columnIds.filter((id) => id !== column.id);
  const at = board.columnIds.indexOf(column.id);
  // The previous column, or the next column if there is none.
  const neighbour = board.columnIds[at - 1] ?? board.columnIds[at + 1];
  const [target, setTarget] = useState<string | null>(neighbour === undefined ? null : String(neighbour));
  const remove = useAction(deleteColumn, { onSuccess: onClose });
  const count = taskIdsInColumn(board, column.id).length;
  const target_id = target === null ? undefined : Number(target);
  return (
    <ConfirmDialog
      opened
      title={text("board.column.deleteTitle", { title: column.title })}
      confirmLabel={text("board.column.delete")}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: column.id }, body: { target_id } })}
      onClose={onClose}
    >
      <p>{text("board.column.deleteWhy", { count })}</p>
      {others.length > 0 && (
        <Select
          label={text("board.column.target")}
          data={others.map((id) => ({ value: String(id), label: board.columns[id]?.title ?? "" }))}
          value={target}
          onChange={setTarget}
          allowDeselect={false}
        />
      )}
    </ConfirmDialog>
  );
}
