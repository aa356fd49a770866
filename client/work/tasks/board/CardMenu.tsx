import { Menu } from "@mantine/core";
import {
  IconArchive,
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowsMoveHorizontal,
  IconCopy,
  IconCopyPlus,
  IconLink,
  IconSquareCheck,
  IconTrash,
} from "@tabler/icons-react";
import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from "react";
import { duplicateTask } from "../../../../shared/work/tasks/transfer.contract";
import { deleteTask } from "../../../../shared/work/tasks/tasks.contract";
import { taskById, taskIdsInColumn } from "../../../../shared/work/tasks/tasks.board";
import { useText } from "../../../platform/intl/useText";
import { undoableMutation } from "../../../undo/undoable-mutation";
import { taskDeletionStep } from "../pending/task-deletion";
import { useAction } from "../../../platform/query";
import { toast } from "../../../ui/toast/toast";
import { atPointerProps } from "../../../ui/dropdown";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { StatusGlyph } from "../../../ui/signs/StatusGlyph";
import { focusCard } from "../state/focus-card";
import { positionOf } from "../pending/card-position";
import { statusOfColumn } from "../state/column.status";
import { copyLink, copyText } from "../../../ui/copy";
import { CardFieldItems, KeyHint } from "./CardFieldItems";
import { type QuickField, useQuickMenus } from "./QuickMenus";
import type { CardSelection } from "./useCardSelection";
import { type BoardScope, useBoard, useBoardScope, useCardRights } from "../state/useBoard";
import { taskCreationItems } from "../tasks.slots";
import classes from "./CardMenu.module.css";

interface CardMenuControl {
  /** `point` is the pointer position. Without it, the menu opens at the button. */
  open(taskId: number, button: HTMLElement, point?: { x: number; y: number }): void;
}

const CardMenuContext = createContext<CardMenuControl>({ open: () => undefined });
export const useCardMenu = () => useContext(CardMenuContext);

/** One menu for all cards, because one per card would be too slow with a thousand cards. */
export function CardMenus({ select, children }: { select: CardSelection; children: ReactNode }) {
  const [at, setAt] = useState<{ taskId: number; button: HTMLElement; box: DOMRect } | null>(null);
  const [deleting, setDeleting] = useState<number | null>(null);
  const control = useMemo<CardMenuControl>(
    () => ({
      open: (taskId, button, point) =>
        setAt({ taskId, button, box: point ? new DOMRect(point.x, point.y) : button.getBoundingClientRect() }),
    }),
    [],
  );
  const quick = useQuickMenus();
  const close = () => {
    // In the list the focus belongs to a cell, and the action may have re-rendered the card elsewhere.
    if (at?.button.matches("[data-card-link]")) focusCard(document, at.taskId);
    else at?.button.focus({ preventScroll: true });
    setAt(null);
  };
  const choose = (field: QuickField) => {
    const card = at?.button.closest<HTMLElement>("[data-task]");
    if (at && card) quick.open(field, [at.taskId], card);
  };
  return (
    <CardMenuContext value={control}>
      {children}
      {at && (
        <Menu opened onClose={close} width={228} {...atPointerProps}>
          <Menu.Target>
            <button
              type="button"
              tabIndex={-1}
              className={classes.anchor}
              aria-label={at.button.getAttribute("aria-label") ?? undefined}
              style={{ translate: `${at.box.x}px ${at.box.y}px`, inlineSize: at.box.width, blockSize: at.box.height }}
            />
          </Menu.Target>
          <CardMenuItems taskId={at.taskId} select={select} onChoose={choose} onDelete={() => setDeleting(at.taskId)} />
        </Menu>
      )}
      {deleting !== null && <DeleteTask taskId={deleting} onClose={() => setDeleting(null)} />}
    </CardMenuContext>
  );
}

interface ItemsProps {
  taskId: number;
  select: CardSelection;
  onChoose: (field: QuickField) => void;
  onDelete: () => void;
}

function CardMenuItems({ taskId, select, onChoose, onDelete }: ItemsProps) {
  const text = useText();
  const { actor, can: onBoard } = useBoardScope();
  const board = useBoard((context) => context.drawn);
  const selected = useBoard((context) => context.selected.includes(taskId));
  const task = taskById(board, taskId);
  const can = useCardRights(task);
  const duplicate = useAction(duplicateTask, { onSuccess: ({ message }) => toast.done(message ?? "") });
  if (!task) return null;
  const others = board.columnIds.filter((id) => id !== task.task_status_id);
  return (
    <Menu.Dropdown>
      {can.move && (
        <>
          <Menu.Item
            leftSection={<IconArrowBarToUp size={16} stroke={1.75} />}
            onClick={() => moveCardToEnd(actor, taskId, task.task_status_id, "top")}
          >
            {text("board.card.toTop")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowBarToDown size={16} stroke={1.75} />}
            onClick={() => moveCardToEnd(actor, taskId, task.task_status_id, "bottom")}
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
                    onClick={() => moveCardToEnd(actor, taskId, id, "top")}
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
      {can.edit && <CardFieldItems taskId={taskId} onChoose={onChoose} />}
      <Menu.Item
        leftSection={<IconSquareCheck size={16} stroke={1.75} />}
        rightSection={<KeyHint>X</KeyHint>}
        onClick={() => select.toggle(taskId)}
      >
        {text(selected ? "board.card.unselect" : "board.card.select")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLink size={16} stroke={1.75} />}
        onClick={() => copyLink(taskId, text("task.linkCopied"))}
      >
        {text("task.copyLink")}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCopy size={16} stroke={1.75} />}
        onClick={() => void copyText(task.key, text("task.keyCopied", { key: task.key }))}
      >
        {text("task.copyKey")}
      </Menu.Item>
      {onBoard.create && taskId > 0 && (
        <Menu.Item
          leftSection={<IconCopyPlus size={16} stroke={1.75} />}
          onClick={() => duplicate.mutate({ params: { id: taskId } })}
        >
          {text("task.duplicate")}
        </Menu.Item>
      )}
      {onBoard.create && taskId > 0 && (
        <Suspense>
          {taskCreationItems.entries.map(({ Part }, at) => (
            <Part key={at} taskId={taskId} projectId={task.project_id} />
          ))}
        </Suspense>
      )}
      {can.edit && (
        <>
          <Menu.Item
            leftSection={<IconArchive size={16} stroke={1.75} />}
            rightSection={<KeyHint>⇧ A</KeyHint>}
            onClick={() => actor.send({ type: "ARCHIVE", taskId })}
          >
            {text("task.archive")}
          </Menu.Item>
          {onBoard.edit && (
            <Menu.Item color="danger" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onDelete}>
              {text("task.delete")}
            </Menu.Item>
          )}
        </>
      )}
    </Menu.Dropdown>
  );
}

/** Uses the whole column, including cards hidden by the filter. */
export function moveCardToEnd(
  actor: BoardScope["actor"],
  taskId: number,
  columnId: number,
  end: "top" | "bottom",
): void {
  const ids = taskIdsInColumn(actor.getSnapshot().context.drawn, columnId).filter((id) => id !== taskId);
  actor.send({ type: "MOVE", taskId, to: positionOf(columnId, ids, end === "top" ? 0 : ids.length) });
}

function DeleteTask({ taskId, onClose }: { taskId: number; onClose: () => void }) {
  const text = useText();
  const task = useBoard((context) => taskById(context.drawn, taskId));
  const step = taskDeletionStep(text("bin.taskDeleted", { key: task?.key }), taskId);
  const remove = useAction(deleteTask, { ...undoableMutation(step.text, () => step), onSuccess: onClose });
  return (
    <ConfirmDialog
      opened={task !== undefined}
      title={text("task.deleteTitle", { key: task?.key })}
      confirmLabel={text("action.delete")}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: taskId } })}
      onClose={onClose}
    >
      {text("task.deleteWhy", { title: task?.title })}
    </ConfirmDialog>
  );
}
