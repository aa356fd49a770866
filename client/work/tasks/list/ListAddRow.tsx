import { Tooltip } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, memo, useRef } from "react";
import { taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { maxTitleLength } from "../../../../shared/work/tasks/tasks.fields";
import { useText } from "../../../platform/intl/useText";
import { useToday } from "../../../platform/today";
import { positionOf } from "../pending/card-position";
import type { Line } from "../../../ui/fields/pasted-lines";
import { useLinesField } from "../../../ui/fields/useLinesField";
import { useBoard, useBoardScope } from "../state/useBoard";
import { TitleSuggestions } from "../create/TitleSuggestions";
import { isInTemplateNote } from "../create/useTemplateOfNewTask";
import { useTypedTask } from "../create/useTypedTask";
import { withDefaults } from "../pending/new-card";
import { useAddTasks } from "../filters/useAddTasks";
import { useLastAdded } from "../state/useLastAdded";
import { groupDefaults } from "./list.groups";
import { cellIdOf, useListScope } from "./list.context";
import type { ListGroup } from "./list.listing";
import classes from "./ListGroup.module.css";
import rowClasses from "./ListTable.module.css";
import { useGroupName } from "./useGroupName";

interface ListAddRowProps {
  group: ListGroup;
  rowKey: string;
  index: number;
  place: CSSProperties | undefined;
  active: boolean;
  open: boolean;
}

/** Last row of a group. A task added here gets the group's value. */
export const ListAddRow = memo(function ListAddRow({ group, rowKey, index, place, active, open }: ListAddRowProps) {
  const text = useText();
  const { acts, columns } = useListScope();
  return (
    <div role="row" aria-rowindex={index + 2} className={`${rowClasses.row} ${rowClasses.addRow}`} style={place}>
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns.length + 1}
        className={classes.addCell}
        data-row-key={rowKey}
      >
        {open ? (
          <AddField group={group} />
        ) : (
          <button
            type="button"
            id={cellIdOf(rowKey, 0)}
            tabIndex={active ? 0 : -1}
            className={classes.add}
            onClick={() => acts.add(group)}
          >
            <IconPlus size={16} stroke={1.75} aria-hidden />
            {text("list.add")}
          </button>
        )}
      </div>
    </div>
  );
});

/** Only Enter or pasted lines add tasks. Escape closes the field, and blur keeps the typed text. */
function AddField({ group }: { group: ListGroup }) {
  const text = useText();
  const { actor } = useBoardScope();
  const { acts } = useListScope();
  const today = useToday();
  const name = useGroupName()(group.value);
  const { typed, change, error, submit: addTyped, onPaste } = useLinesField(maxTitleLength, (lines) => add(lines));
  const field = useRef<HTMLInputElement>(null);
  const columnId = useBoard(({ drawn }) => groupDefaults(group.value, drawn, today)?.columnId);
  const { suggestions, parts, takeTasks, submit, isSubmitted } = useTypedTask({
    typed,
    submit: addTyped,
    field,
    columnId,
  });
  const added = useLastAdded();
  const addTasks = useAddTasks();
  const stop = () => acts.stopAdding(added.taskId ?? "field");

  const add = (lines: readonly Line[]) => {
    const { drawn } = actor.getSnapshot().context;
    const where = groupDefaults(group.value, drawn, today);
    if (!where || lines.length === 0) return;
    const ids = taskIdsInColumn(drawn, where.columnId);
    const tasks = takeTasks(lines).map((task) => withDefaults(where.facts, task));
    addTasks(tasks, positionOf(where.columnId, ids, ids.length));
    added.noteAdded();
    change("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape" && !isSubmitted) stop();
    else if (event.key === "Enter") {
      event.preventDefault();
      if (typed.trim() === "") stop();
      else submit();
    }
  };
  return (
    <Tooltip opened={error !== undefined} label={error} position="bottom-start" color="danger">
      <span className={classes.composer}>
        <TitleSuggestions field={field} value={typed} {...suggestions} onChange={change} onKeyDown={onKeyDown}>
          {(suggested) => (
            <input
              {...suggested}
              // the user has just opened this field
              autoFocus
              readOnly={isSubmitted}
              type="text"
              dir="auto"
              className={classes.addField}
              placeholder={text("list.add")}
              aria-label={text("list.addLabel", { name })}
              onPaste={onPaste}
              aria-invalid={error !== undefined || undefined}
              onBlur={({ relatedTarget }) =>
                typed.trim() === "" && !isInTemplateNote(relatedTarget) && acts.stopAdding("away")
              }
            />
          )}
        </TitleSuggestions>
        {parts}
      </span>
    </Tooltip>
  );
}
