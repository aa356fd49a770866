import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconCopyPlus,
  IconDots,
  IconExternalLink,
  IconFolderShare,
  IconLayoutSidebarRight,
  IconLink,
  IconTrash,
} from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { duplicateTask } from "../../../../shared/work/tasks/transfer.contract";
import { deleteTask } from "../../../../shared/work/tasks/tasks.contract";
import { paths } from "../../../platform/paths";
import { useOpenTask } from "../../projects/open-task";
import type { TaskLayout } from "../../projects/task-layout";
import { reportFailure } from "../../../platform/failure";
import { useText } from "../../../platform/intl/useText";
import { useAction } from "../../../platform/query";
import { WatchButton } from "../../watchers/WatchButton";
import { undoableMutation } from "../../../undo/undoable-mutation";
import { taskDeletionStep } from "../pending/task-deletion";
import { changeTasks } from "../pending/change-tasks";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { copyLink, copyText } from "../../../ui/copy";
import { toast } from "../../../ui/toast/toast";
import { taskCreationItems, taskMenuItems } from "../tasks.slots";
import { useShownTask } from "../fields/shown-task";
import { TransferTask } from "./TransferTask";
import { TaskLayoutChoice } from "./TaskLayoutChoice";

interface TaskActionsProps {
  layout: TaskLayout;
  /** Archives with the board's undo, if there is a board. */
  onArchive?: () => void;
  onDeleted: () => void;
}

export function TaskActions({ layout, onArchive, onDeleted }: TaskActionsProps) {
  const text = useText();
  const task = useShownTask();
  const [deleting, setDeleting] = useState(false);
  const [transferring, setTransferring] = useState(false);
  const navigate = useNavigate();
  const { show } = useOpenTask();
  const duplicate = useAction(duplicateTask, {
    onSuccess: ({ data, message }) => {
      toast.done(message ?? "");
      if (layout === "panel") show(data.id);
      else void navigate(paths.task(data.id));
    },
  });
  const step = taskDeletionStep(text("bin.taskDeleted", { key: task.key }), task.id);
  const remove = useAction(deleteTask, { ...undoableMutation(step.text, () => step), onSuccess: onDeleted });
  const params = { id: task.id };
  return (
    <>
      <ActionIcon
        visibleFrom="sm"
        aria-label={text("task.copyLink")}
        title={text("task.copyLink")}
        onClick={() => copyLink(task.id, text("task.linkCopied"))}
      >
        <IconLink size={16} stroke={1.75} />
      </ActionIcon>
      <WatchButton task={task} />
      <Menu width={220} position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={text("board.card.menu", { key: task.key })}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Suspense>
          <Menu.Dropdown>
            <TaskMenuItems
              layout={layout}
              onArchive={onArchive}
              onDuplicate={() => duplicate.mutate({ params })}
              onTransfer={() => setTransferring(true)}
              onDelete={() => setDeleting(true)}
            />
          </Menu.Dropdown>
        </Suspense>
      </Menu>
      {transferring && (
        <TransferTask
          task={task}
          onClose={() => setTransferring(false)}
          onMoved={(projectId) => {
            setTransferring(false);
            if (layout === "panel") void navigate(paths.taskOnBoard(projectId, task.id));
          }}
        />
      )}
      <ConfirmDialog
        opened={deleting}
        title={text("task.deleteTitle", { key: task.key })}
        confirmLabel={text("action.delete")}
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
        onClose={() => setDeleting(false)}
      >
        {text("task.deleteWhy", { title: task.title })}
      </ConfirmDialog>
    </>
  );
}

interface TaskMenuItemsProps extends Pick<TaskActionsProps, "layout" | "onArchive"> {
  onDuplicate: () => void;
  onTransfer: () => void;
  onDelete: () => void;
}

function TaskMenuItems({ layout, onArchive, onDuplicate, onTransfer, onDelete }: TaskMenuItemsProps) {
  const text = useText();
  const task = useShownTask();
  const change = (edit: { archived: boolean }, message: string) =>
    changeTasks([{ id: task.id, version: task.version, ...edit }], message, { offer: true }).catch(reportFailure);
  return (
    <>
      <Menu.Item
        component={Link}
        to={layout === "panel" ? paths.task(task.id) : paths.taskOnBoard(task.project_id, task.id)}
        leftSection={
          layout === "panel" ? (
            <IconExternalLink size={16} stroke={1.75} className="flip" />
          ) : (
            <IconLayoutSidebarRight size={16} stroke={1.75} className="flip" />
          )
        }
      >
        {text(layout === "panel" ? "task.openPage" : "task.openPanel")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy size={16} stroke={1.75} />}
        onClick={() => void copyText(task.key, text("task.keyCopied", { key: task.key }))}
      >
        {text("task.copyKey")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLink size={16} stroke={1.75} />}
        onClick={() => copyLink(task.id, text("task.linkCopied"))}
      >
        {text("task.copyLink")}
      </Menu.Item>
      <TaskLayoutChoice />
      {/* The menu waits for these items, because they would move others under the pointer. */}
      {taskMenuItems.entries.map(({ Part }, at) => (
        <Part key={at} taskId={task.id} />
      ))}
      {(task.can.edit || task.can.create || task.can.delete) && <Menu.Divider />}
      {task.can.create && (
        <Menu.Item leftSection={<IconCopyPlus size={16} stroke={1.75} />} onClick={onDuplicate}>
          {text("task.duplicate")}
        </Menu.Item>
      )}
      {task.can.create &&
        !task.archived &&
        taskCreationItems.entries.map(({ Part }, at) => <Part key={at} taskId={task.id} projectId={task.project_id} />)}
      {task.can.edit && task.can.move && task.can.delete && (
        <Menu.Item leftSection={<IconFolderShare size={16} stroke={1.75} />} onClick={onTransfer}>
          {text("task.transfer")}
        </Menu.Item>
      )}
      {task.can.edit && !task.archived && (
        <Menu.Item
          leftSection={<IconArchive size={16} stroke={1.75} />}
          onClick={
            onArchive ?? (() => void change({ archived: true }, text("board.toast.archived", { key: task.key })))
          }
        >
          {text("task.archive")}
        </Menu.Item>
      )}
      {task.can.delete && task.archived && (
        <Menu.Item
          leftSection={<IconArchiveOff size={16} stroke={1.75} />}
          onClick={() => void change({ archived: false }, text("undo.restored", { key: task.key }))}
        >
          {text("task.restore")}
        </Menu.Item>
      )}
      {task.can.delete && (
        <Menu.Item color="danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onDelete}>
          {text("task.delete")}
        </Menu.Item>
      )}
    </>
  );
}
