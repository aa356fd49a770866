import { useCallback } from "react";
import { fieldOfKey, isProjectFieldKey, type ProjectFieldKey } from "../../../../shared/work/fields/field-keys";
import type { TaskColumn } from "../../../../shared/work/tasks/tasks.fields";
import { useText } from "../../../platform/intl/useText";
import { useBoard } from "../state/useBoard";

/** Returns the title of a column: a built-in one, or a field of the project. */
export function useColumnTitle(): (column: TaskColumn | ProjectFieldKey) => string {
  const text = useText();
  const fields = useBoard(({ drawn }) => drawn.fields);
  return useCallback(
    (column) =>
      isProjectFieldKey(column)
        ? (fieldOfKey(fields, column)?.title ?? text("projectField.unknown"))
        : text(`list.column.${column}`),
    [fields, text],
  );
}
