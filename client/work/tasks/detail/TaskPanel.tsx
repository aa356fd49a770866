import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link } from "react-router-dom";
import { paths } from "../../../platform/paths";
import type { TaskLayout } from "../../projects/task-layout";
import { CommentComposer } from "../../comments/CommentComposer";
import { Message, useText } from "../../../platform/intl/useText";
import { ProblemError } from "../../../platform/problem-error";
import { taskById } from "../../../../shared/work/tasks/tasks.board";
import { AvatarStack } from "../../../ui/signs/AvatarStack";
import { EmptyState } from "../../../ui/states/EmptyState";
import { ErrorState } from "../../../ui/states/ErrorState";
import { focusContent } from "../../../ui/keys/focus";
import { isOverlayOpen, wasOverlayOpen } from "../../../ui/keys/overlays";
import { firstNameOf } from "../../../ui/signs/people";
import { pressedKey, singleKeys$ } from "../../../ui/keys/shortcuts";
import { isTyping } from "../../../ui/keys/typing";
import { focusCard } from "../state/focus-card";
import { ShownTaskContext } from "../fields/shown-task";
import { TaskActions } from "./TaskActions";
import { TaskBody } from "./TaskBody";
import { editPanelTitle } from "./panel-title";
import { ShownCardContext, TaskFromCard } from "./TaskFromCard";
import classes from "./TaskPanel.module.css";
import { TaskNeighbours } from "./TaskNeighbours";
import { useBoard, useBoardScope } from "../state/useBoard";
import { useOpenTask } from "../../projects/open-task";
import { useTasksAround } from "../../projects/shown-order";
import { usePublishOpenTask } from "./usePublishOpenTask";
import { type LiveTask, useTask } from "./useTask";
import { useTaskChoices } from "../fields/useTaskChoices";
import flow from "../../../ui/layout/flow.module.css";

/** The board behind the panel, if there is one. */
interface PanelBoard {
  projectId: number;
  archive: (taskId: number) => void;
}

interface TaskPanelProps {
  taskId: number;
  board?: PanelBoard;
}

/** The task panel over a board or list, which stays interactive. Opening another card replaces the content. */
export function BoardTaskPanel({ taskId }: { taskId: number }) {
  const { actor, projectId } = useBoardScope();
  const archive = useCallback((id: number) => actor.send({ type: "ARCHIVE", taskId: id }), [actor]);
  const card = useBoard(({ drawn }) => taskById(drawn, taskId));
  return (
    <ShownCardContext value={card ?? null}>
      <TaskPanel taskId={taskId} board={{ projectId, archive }} />
    </ShownCardContext>
  );
}

export function TaskPanel({ taskId, board }: TaskPanelProps) {
  const text = useText();
  const { show } = useOpenTask();
  const panel = useRef<HTMLElement>(null);
  useReturnFocus(panel, taskId);
  const close = useCallback(() => show(null), [show]);

  useEffect(() => {
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || isEditable(event.target) || wasOverlayOpen()) return;
      close();
    };
    document.addEventListener("keydown", escape, { capture: true });
    return () => document.removeEventListener("keydown", escape, { capture: true });
  }, [close]);

  return (
    <section
      ref={panel}
      className={classes.panel}
      role="dialog"
      aria-label={text("task.panel")}
      data-drop-files
      data-panel
      onKeyDown={stopBoardShortcuts}
    >
      <PanelContent key={taskId} taskId={taskId} board={board} onClose={close} />
    </section>
  );
}

/**
 * When the panel closes, moves the focus to the link that opened it, else to the last shown task, else to the task after or before that one
 * in the list.
 */
function useReturnFocus(panel: RefObject<HTMLElement | null>, taskId: number): void {
  const [opened] = useState(() => ({ taskId, by: document.activeElement, on: window.location.pathname }));
  const ids = useTasksAround(taskId);
  const nearbyIds = useRef<readonly number[]>([taskId]);
  const at = ids.indexOf(taskId);
  useLayoutEffect(() => {
    if (at >= 0) nearbyIds.current = [...ids.slice(at), ...ids.slice(0, at).reverse()];
    else if (!nearbyIds.current.includes(taskId)) nearbyIds.current = [taskId];
  });
  const giveBack = useEffectEvent(() => {
    const active = document.activeElement;
    const isInUse = active !== null && active !== document.body && !panel.current?.contains(active);
    // After navigation, the new screen sets the focus.
    if (isInUse || window.location.pathname !== opened.on) return;
    const { by } = opened;
    if (taskId === opened.taskId && by instanceof HTMLElement && by.matches("a, button") && by.isConnected)
      return by.focus({ preventScroll: true });
    if (!nearbyIds.current.some((id) => focusCard(document, id))) focusContent();
  });
  useLayoutEffect(() => () => giveBack(), []);
}

const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Keys typed in the panel must not trigger board shortcuts. E edits the title of the open task. */
function stopBoardShortcuts(event: KeyboardEvent<HTMLElement>) {
  if (event.key === "Escape") return;
  event.stopPropagation();
  const { ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || isTyping(event.target) || isOverlayOpen() || !singleKeys$.value) return;
  if (pressedKey(event.nativeEvent) === "e" && editPanelTitle()) event.preventDefault();
}

function PanelContent({ taskId, board, onClose }: TaskPanelProps & { onClose: () => void }) {
  const text = useText();
  const live = useTask(taskId);
  const { task } = live;
  const movedAway = useHasLeft(board?.projectId, task?.project_id);
  const isOnBoard = task !== undefined && task.project_id === board?.projectId;
  // A board's machine already publishes the open task.
  usePublishOpenTask(board && (isOnBoard || movedAway) ? undefined : task?.project_id, taskId);
  const content = useRef<HTMLDivElement>(null);
  const ready = task !== undefined;
  useLayoutEffect(() => {
    // Focuses the title instead of a field, which would open the keyboard on phones.
    if (ready) content.current?.querySelector<HTMLElement>("[data-task-title]")?.focus({ preventScroll: true });
  }, [ready]);
  return (
    <div ref={content} className={flow.fillColumn}>
      <header className={classes.head}>
        {task && (
          <>
            <bdi className="key">{task.key}</bdi>
            <span className={classes.place}>
              {text("task.in")}{" "}
              <Link className="link" to={paths.projectView(task.project_id)}>
                <bdi>{task.project.title}</bdi>
              </Link>
            </span>
          </>
        )}
        <span className={flow.grow} />
        {task && <TaskViewers live={live} projectId={task.project_id} />}
        <TaskNeighbours taskId={taskId} />
        {task && (
          <ShownTaskContext value={task}>
            <TaskActions
              layout="panel"
              onArchive={
                board && isOnBoard
                  ? () => {
                      onClose();
                      board.archive(taskId);
                    }
                  : undefined
              }
              onDeleted={onClose}
            />
          </ShownTaskContext>
        )}
        <ActionIcon aria-label={text("action.close")} onClick={onClose}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      <div className={classes.scroll}>
        {task && movedAway ? <MovedAway task={task} /> : <TaskOrError live={live} layout="panel" />}
      </div>
      {task?.can.comment && !movedAway && !live.isUnavailable && <TaskCommentComposer live={live} />}
    </div>
  );
}

/** Whether the task was moved to another project while it was open over its board. */
function useHasLeft(boardProjectId: number | undefined, projectId: number | undefined): boolean {
  const [wasOnBoard, setWasOnBoard] = useState(false);
  const isOnBoard = projectId !== undefined && projectId === boardProjectId;
  if (isOnBoard && !wasOnBoard) setWasOnBoard(true);
  return wasOnBoard && !isOnBoard && projectId !== undefined;
}

function MovedAway({ task }: { task: NonNullable<LiveTask["task"]> }) {
  const text = useText();
  return (
    <EmptyState
      title={text("task.movedAway", { key: task.key })}
      text={<bdi>{task.project.title}</bdi>}
      action={
        <Link className="link" to={paths.taskOnBoard(task.project_id, task.id)}>
          {text("task.openThere")}
        </Link>
      }
    />
  );
}

export function TaskOrError({ live, layout }: { live: LiveTask; layout: TaskLayout }) {
  const text = useText();
  const { task, error, isUnavailable, refetch } = live;
  if (isUnavailable || (error instanceof ProblemError && error.status === 404))
    return <EmptyState title={text("task.gone")} text={text("task.gone.why")} />;
  if (error) return <ErrorState error={error} title={text("task.failed")} onRetry={refetch} />;
  if (!task) return <TaskFromCard />;
  return (
    <ShownTaskContext value={task}>
      <TaskBody layout={layout} />
    </ShownTaskContext>
  );
}

export function TaskCommentComposer({ live: { task } }: { live: LiveTask }) {
  return task && <ComposerOf task={task} />;
}

function ComposerOf({ task }: { task: NonNullable<LiveTask["task"]> }) {
  const { users } = useTaskChoices(task);
  return (
    <footer className={classes.foot} data-no-paper>
      <CommentComposer key={task.id} taskId={task.id} people={users} />
    </footer>
  );
}

export function TaskViewers({ live: { readers }, projectId }: { live: LiveTask; projectId: number }) {
  if (readers.length === 0) return null;
  const editor = readers.find(({ editing }) => editing);
  const first = editor ?? readers[0];
  return (
    <span className={classes.readers} role="status">
      <AvatarStack people={readers} size={20} max={3} presentIn={projectId} />
      {(editor || readers.length === 1) && first && (
        <Message
          id={editor ? "task.isEditing" : "task.isReading"}
          values={{ name: <bdi>{firstNameOf(first.fullname)}</bdi> }}
        />
      )}
    </span>
  );
}
