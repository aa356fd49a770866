import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { IconArchiveOff, IconTrash } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { BoardReply } from "../../../shared/tasks/tasks.contract";
import { useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { PriorityBars } from "../../ui/signs/PriorityBars";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import classes from "./ArchivedTasks.module.css";
import { ColumnPicker } from "../fields/ColumnPicker";
import type { ArchivedTask } from "./useArchive";
import { useTaskPath } from "../detail/useTaskPath";

interface ArchivedRowProps {
  task: ArchivedTask;
  columns: BoardReply["data"];
  canEdit: boolean;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onRestore: (columnId: number) => void;
  onDelete: () => void;
}

export function ArchivedRow({ task, columns, canEdit, chosen, onChoose, onRestore, onDelete }: ArchivedRowProps) {
  const text = useText();
  const pathOf = useTaskPath();
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
      <Link className={classes.title} to={pathOf({ id: task.id, projectId: task.project_id })} dir="auto">
        {task.title}
      </Link>
      <span className={classes.by}>
        {task.archived_by && <Avatar person={task.archived_by} size={20} named />}
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
            title={text("task.deleteForGood")}
            onClick={onDelete}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
