import { Menu } from "@mantine/core";
import {
  IconArchive,
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowsMoveHorizontal,
  IconLink,
  IconTrash,
} from "@tabler/icons-react";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { deleteTask } from "../../shared/tasks/tasks.contract";
import { taskOf, tasksIn } from "../../shared/tasks/tasks.board";
import { useText } from "../platform/intl/useText";
import { useAction } from "../platform/query";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { StatusGlyph } from "../ui/StatusGlyph";
import { placeOf } from "./board.place";
import { statusOfColumn } from "./column.status";
import { copyLink } from "../ui/copy";
import { type BoardScope, useBoard, useBoardScope } from "./useBoard";
import classes from "./CardMenu.module.css";

interface CardMenuControl {
  open(taskId: number, button: HTMLElement): void;
}

const CardMenuContext = createContext<CardMenuControl>({ open: () => undefined });
export const useCardMenu = () => useContext(CardMenuContext);

/** One menu for all cards: a thousand menus waiting to be opened are a thousand too many. */
export function CardMenus({ children }: { children: ReactNode }) {
  const [at, setAt] = useState<{ taskId: number; button: HTMLElement } | null>(null);
  const [deleting, setDeleting] = useState<number | null>(null);
  const control = useMemo<CardMenuControl>(() => ({ open: (taskId, button) => setAt({ taskId, button }) }), []);
  const box = at?.button.getBoundingClientRect();
  const close = () => {
    at?.button.focus({ preventScroll: true });
    setAt(null);
  };
  return (
    <CardMenuContext value={control}>
      {children}
      {at && (
        <Menu opened onClose={close} width={228}>
          <Menu.Target>
            <button
              type="button"
              tabIndex={-1}
              className={classes.anchor}
              aria-label={at.button.getAttribute("aria-label") ?? undefined}
              style={{ translate: box && `${box.x}px ${box.y}px`, inlineSize: box?.width, blockSize: box?.height }}
            />
          </Menu.Target>
          <CardMenuItems taskId={at.taskId} onDelete={() => setDeleting(at.taskId)} />
        </Menu>
      )}
      {deleting !== null && <DeleteTask taskId={deleting} onClose={() => setDeleting(null)} />}
    </CardMenuContext>
  );
}

function CardMenuItems({ taskId, onDelete }: { taskId: number; onDelete: () => void }) {
  const text = useText();
  const { actor, can } = useBoardScope();
  const board = useBoard((context) => context.drawn);
  const task = taskOf(board, taskId);
  if (!task) return null;
  const others = board.columnIds.filter((id) => id !== task.task_status_id);
  return (
    <Menu.Dropdown>
      {can.move && (
        <>
          <Menu.Item
            leftSection={<IconArrowBarToUp size={16} stroke={1.75} />}
            onClick={() => moveTo(actor, taskId, task.task_status_id, "top")}
          >
            {text("board.card.toTop")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowBarToDown size={16} stroke={1.75} />}
            onClick={() => moveTo(actor, taskId, task.task_status_id, "bottom")}
          >
            {text("board.card.toBottom")}
          </Menu.Item>
          {others.length > 0 && (
            <Menu.Sub>
              <Menu.Sub.Target>
                <Menu.Sub.Item leftSection={<IconArrowsMoveHorizontal size={16} stroke={1.75} />}>
                  {text("board.card.moveTo")}
                </Menu.Sub.Item>
              </Menu.Sub.Target>
              <Menu.Sub.Dropdown>
                {others.map((id) => (
                  <Menu.Item
                    key={id}
                    leftSection={<StatusGlyph status={statusOfColumn(board, id)} />}
                    onClick={() => moveTo(actor, taskId, id, "top")}
                  >
                    <bdi>{board.columns[id]?.title}</bdi>
                  </Menu.Item>
                ))}
              </Menu.Sub.Dropdown>
            </Menu.Sub>
          )}
          <Menu.Divider />
        </>
      )}
      <Menu.Item
        leftSection={<IconLink size={16} stroke={1.75} />}
        onClick={() => copyLink(taskId, text("task.linkCopied"))}
      >
        {text("task.copyLink")}
      </Menu.Item>
      {can.edit && (
        <>
          <Menu.Item
            leftSection={<IconArchive size={16} stroke={1.75} />}
            onClick={() => actor.send({ type: "ARCHIVE", taskId })}
          >
            {text("task.archive")}
          </Menu.Item>
          <Menu.Item color="danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onDelete}>
            {text("task.delete")}
          </Menu.Item>
        </>
      )}
    </Menu.Dropdown>
  );
}

/** The whole column counts, also what a filter hides. */
export function moveTo(actor: BoardScope["actor"], taskId: number, columnId: number, end: "top" | "bottom"): void {
  const ids = tasksIn(actor.getSnapshot().context.drawn, columnId).filter((id) => id !== taskId);
  actor.send({ type: "MOVE", taskId, to: placeOf(columnId, ids, end === "top" ? 0 : ids.length) });
}

function DeleteTask({ taskId, onClose }: { taskId: number; onClose: () => void }) {
  const text = useText();
  const task = useBoard((context) => taskOf(context.drawn, taskId));
  const remove = useAction(deleteTask, { onSuccess: onClose });
  return (
    <ConfirmDialog
      opened={task !== undefined}
      title={text("task.deleteTitle", { key: task?.key })}
      confirmLabel={text("task.deleteForGood")}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: taskId } })}
      onClose={onClose}
    >
      {text("task.deleteWhy", { title: task?.title })}
    </ConfirmDialog>
  );
}
