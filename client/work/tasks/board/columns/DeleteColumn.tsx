import { Select } from "@mantine/core";
import { useState } from "react";
import { type Column, taskIdsInColumn } from "../../../../../shared/work/tasks/tasks.board";
import { restoreDeletedColumn } from "../../../../../shared/work/bin/bin.contract";
import { deleteColumn } from "../../../../../shared/work/tasks/columns.contract";
import { call } from "../../../../platform/api";
import { useText } from "../../../../platform/intl/useText";
import { useAction } from "../../../../platform/query";
import { undoableMutation } from "../../../../undo/undoable-mutation";
import { deletionStep } from "../../../../undo/deletion-step";
import { ConfirmDialog } from "../../../../ui/ConfirmDialog";
import { useBoard } from "../../state/useBoard";

/** Moves a column to the bin; its tasks, including archived ones, move to another column. */
export function DeleteColumn({ column, onClose }: { column: Column; onClose: () => void }) {
  const text = useText();
  const board = useBoard(({ drawn }) => drawn);
  const others = board.columnIds.filter((id) => id !== column.id);
  const at = board.columnIds.indexOf(column.id);
  // The previous column, or the next column if there is none.
  const neighbour = board.columnIds[at - 1] ?? board.columnIds[at + 1];
  const [target, setTarget] = useState<string | null>(neighbour === undefined ? null : String(neighbour));
  const count = taskIdsInColumn(board, column.id).length;
  const target_id = target === null ? undefined : Number(target);
  const deletion = { params: { id: column.id }, body: { target_id } };
  const step = deletionStep(text("bin.columnDeleted", { title: column.title }), {
    restore: () => call(restoreDeletedColumn, { params: deletion.params }),
    remove: () => call(deleteColumn, deletion),
  });
  const remove = useAction(deleteColumn, { ...undoableMutation(step.text, () => step), onSuccess: onClose });
  return (
    <ConfirmDialog
      opened
      title={text("board.column.deleteTitle", { title: column.title })}
      confirmLabel={text("board.column.delete")}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(deletion)}
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
