import type { ComponentProps } from "react";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { FieldValueMenu } from "../fields/FieldValueMenu";
import { usePeopleMeFirst } from "../fields/usePeopleMeFirst";
import { boardOptionLists, useBoardParts } from "../state/useBoard";
import type { BulkActions } from "./useBulkActions";

interface TaskFieldMenuProps
  extends Pick<ComponentProps<typeof FieldValueMenu>, "opened" | "onClosed" | "shiftBy" | "children"> {
  tasks: readonly BoardTask[];
  acts: BulkActions;
}

/** Sets a field of the project for one or several tasks. */
export function TaskFieldMenu({ tasks, acts, ...menu }: TaskFieldMenuProps) {
  const { fields, users } = useBoardParts(boardOptionLists);
  return (
    <FieldValueMenu
      {...menu}
      fields={fields}
      people={usePeopleMeFirst(users)}
      valuesOf={({ id }) => tasks.map(({ field_values }) => field_values[id] ?? null)}
      onSet={({ id }, value) => acts.setFieldValue(id, value)}
      onToggle={({ id }, optionId) => acts.toggleFieldOption(id, optionId)}
    />
  );
}
