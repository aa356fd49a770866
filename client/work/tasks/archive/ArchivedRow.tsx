import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { IconArchiveOff, IconTrash } from "@tabler/icons-react";
import type { BoardReply } from "../../../../shared/work/tasks/tasks.contract";
import { useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import { PriorityBars } from "../../../ui/signs/PriorityBars";
import { RelativeTime } from "../../../ui/signs/RelativeTime";
import classes from "./ArchivedTasks.module.css";
import { ColumnPicker } from "../fields/ColumnPicker";
import type { ArchivedTask } from "./useArchive";
import { DecidedNote } from "../../../undo/DecidedNote";
import { archivedTaskRowKey } from "./useArchiveActions";
import { TaskLink } from "../../projects/TaskLink";

interface ArchivedRowProps {
  task: ArchivedTask;
  /** True for some seconds after the task has left the archive. */
  isRemoved: boolean;
  columns: BoardReply["data"];
  canEdit: boolean;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onRestore: (columnId: number) => void;
  onDelete: () => void;
}

export function ArchivedRow({
  task,
  isRemoved,
  columns,
  canEdit,
  chosen,
  onChoose,
  onRestore,
  onDelete,
}: ArchivedRowProps) {
  const text = useText();
  if (isRemoved)
    return (
      <li className={classes.row} data-left>
        <bdi className="key">{task.key}</bdi>
        <DecidedNote row={archivedTaskRowKey(task.id)} otherwise={text("archive.left")} />
      </li>
    );
  return (
    <li className={classes.row} data-chosen={chosen || undefined}>
      {canEdit && (
        <Checkbox
          className={classes.check}
          checked={chosen}
          aria-label={text("archive.choose", { key: task.key })}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      <PriorityBars priority={task.priority} label={text(`task.priority.${task.priority}.label`)} />
      <bdi className="key">{task.key}</bdi>
      <TaskLink className={classes.title} task={{ id: task.id, projectId: task.project_id }}>
        <bdi>{task.title}</bdi>
      </TaskLink>
      <span className={classes.by}>
        {task.archived_by && <Avatar person={task.archived_by} size={20} hasVisibleName />}
        <RelativeTime at={task.archived_at} className={classes.at} />
      </span>
      {canEdit && (
        <span className={classes.actions}>
          <ColumnPicker columns={columns} chosen={null} label={text("archive.restoreTo")} onPick={onRestore}>
            {(button) => (
              <Button size="xs" leftSection={<IconArchiveOff size={14} stroke={1.75} />} {...button}>
                {text("task.restore")}
              </Button>
            )}
          </ColumnPicker>
          <ActionIcon
            size={28}
            aria-label={text("archive.delete", { key: task.key })}
            title={text("action.delete")}
            onClick={onDelete}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
