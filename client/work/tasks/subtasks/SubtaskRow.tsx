import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { Checkbox } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import type { Subtask } from "../../../../shared/work/tasks/subtasks.contract";
import type { TaskDetail } from "../../../../shared/work/tasks/task-detail.contract";
import { useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import { firstNameOf, type Person } from "../../../ui/signs/people";
import { DueDay } from "../fields/DueDay";
import { ConflictNote } from "../fields/FieldNote";
import { SubtaskName } from "./SubtaskName";
import { SubtaskTools } from "./SubtaskTools";
import classes from "./Subtasks.module.css";
import type { SubtaskList } from "./useSubtasks";

interface SubtaskRowProps {
  task: TaskDetail;
  subtask: Subtask;
  people: readonly Person[];
  list: SubtaskList;
  editable: boolean;
  sortable: boolean;
  /** True while the subtask is moved with the keyboard. */
  lifted: boolean;
  onHandleKey: (event: KeyboardEvent) => void;
  onHandleBlur: () => void;
}

export function SubtaskRow(props: SubtaskRowProps) {
  const { task, subtask, people, list, editable, sortable, lifted, onHandleKey, onHandleBlur } = props;
  const text = useText();
  const [editing, setEditing] = useState(false);
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id: subtask.id,
    disabled: !sortable || editing,
  });
  const done = subtask.completed === 1;
  const { actions, can } = list;
  const clash = list.clashes[subtask.id];
  const due = { due_date: subtask.due_date, progress: done ? 100 : 0 };
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-done={done || undefined}
      data-lifted={lifted || isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition: transition }}
    >
      {sortable && (
        <button
          type="button"
          ref={setActivatorNodeRef}
          className={classes.handle}
          aria-label={text("subtask.order.handle", { name: subtask.name })}
          aria-pressed={lifted}
          {...listeners}
          onKeyDown={onHandleKey}
          onBlur={onHandleBlur}
        >
          <IconGripVertical size={14} stroke={1.75} aria-hidden />
        </button>
      )}
      <Checkbox
        checked={done}
        disabled={!editable}
        classNames={{ root: classes.check }}
        aria-label={text("subtask.isDone", { name: subtask.name })}
        onChange={(event) => actions.change(subtask, { completed: event.currentTarget.checked ? 1 : 0 })}
      />
      <SubtaskName
        subtask={subtask}
        editable={editable}
        editing={editing}
        onEdit={setEditing}
        onSave={(name, version) => actions.change(subtask, { name }, version)}
      />
      {subtask.due_date && (
        <span className={classes.due}>
          <DueDay task={due} />
        </span>
      )}
      {editable ? (
        <SubtaskTools
          projectId={task.project_id}
          subtask={subtask}
          people={people}
          actions={actions}
          mayMakeTask={can.create}
          mayDelete={can.delete}
          onEdit={setEditing}
        />
      ) : (
        subtask.assignee && <Avatar person={subtask.assignee} size={20} />
      )}
      {clash && (
        <div className={classes.clash}>
          <ConflictNote
            by={clash.by && firstNameOf(clash.by)}
            present={clash.present}
            onSaveMine={() => actions.change(subtask, { name: clash.wanted })}
            onKeepTheirs={() => actions.dismiss(subtask.id)}
          />
        </div>
      )}
    </li>
  );
}
