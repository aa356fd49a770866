import { ActionIcon, Button } from "@mantine/core";
import { IconArchiveOff, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { type BoardReply, deleteTask, restoreTask } from "../../shared/tasks/tasks.contract";
import { useText } from "../platform/intl/useText";
import { useAction } from "../platform/query";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { PriorityBars } from "../ui/PriorityBars";
import { RelativeTime } from "../ui/RelativeTime";
import { StatusGlyph } from "../ui/StatusGlyph";
import { toast } from "../ui/toast";
import type { ArchivedTask } from "./ArchivedTasksPage";
import classes from "./ArchivedTasks.module.css";
import { CardPeople } from "./CardPeople";
import { statusOfColumn } from "./column.status";
import { Picker } from "./Picker";
import { useTaskPath } from "./useTaskPath";

interface ArchivedRowProps {
  task: ArchivedTask;
  columns: BoardReply["data"];
  users: BoardReply["users"];
  canEdit: boolean;
}

export function ArchivedRow({ task, columns, users, canEdit }: ArchivedRowProps) {
  const text = useText();
  const [deleting, setDeleting] = useState(false);
  const pathOf = useTaskPath();
  const board = {
    columnIds: columns.map(({ id }) => id),
    columns: Object.fromEntries(columns.map((column) => [column.id, column])),
  };
  const lists = { users: Object.fromEntries(users.map((user) => [user.id, user])), groups: {} };
  const remove = useAction(deleteTask, { onSuccess: () => setDeleting(false) });
  const restore = useAction(restoreTask);
  const restoreTo = (columnId: number) =>
    restore.mutate(
      { params: { id: task.id }, body: { task_status_id: columnId } },
      {
        onSuccess: () =>
          toast.done(text("archive.restored", { key: task.key, column: board.columns[columnId]?.title })),
      },
    );
  return (
    <li className={classes.row}>
      <PriorityBars priority={task.priority} label={text(`task.priority.${task.priority}.label`)} />
      <bdi className="key">{task.key}</bdi>
      <Link className={classes.title} to={pathOf({ id: task.id, projectId: task.project_id })} dir="auto">
        {task.title}
      </Link>
      <CardPeople userIds={task.user_ids} groupIds={[]} lists={lists} />
      <RelativeTime at={task.archived_at} className={classes.at} />
      {canEdit && (
        <span className={classes.actions}>
          <Picker
            options={columns.map((column) => ({
              value: String(column.id),
              label: column.title,
              icon: <StatusGlyph status={statusOfColumn(board, column.id)} />,
            }))}
            chosen={[]}
            onPick={(value) => restoreTo(Number(value))}
            searchLabel={text("archive.restoreTo")}
            width={200}
          >
            {(button) => (
              <Button
                size="xs"
                leftSection={<IconArchiveOff size={14} stroke={1.75} />}
                loading={restore.isPending}
                {...button}
              >
                {text("task.restore")}
              </Button>
            )}
          </Picker>
          <ActionIcon
            size={28}
            aria-label={text("archive.delete", { key: task.key })}
            title={text("task.deleteForGood")}
            onClick={() => setDeleting(true)}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </span>
      )}
      <ConfirmDialog
        opened={deleting}
        title={text("task.deleteTitle", { key: task.key })}
        confirmLabel={text("task.deleteForGood")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: task.id } })}
        onClose={() => setDeleting(false)}
      >
        {text("archive.deleteWhy", { title: task.title })}
      </ConfirmDialog>
    </li>
  );
}
