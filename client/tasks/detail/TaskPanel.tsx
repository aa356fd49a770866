import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useCallback, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../platform/paths";
import type { TaskLayout } from "../../platform/task-layout";
import { CommentComposer } from "../../comments/CommentComposer";
import { Message, useText } from "../../platform/intl/useText";
import { useValue } from "../../platform/value";
import { ProblemError } from "../../platform/problem-error";
import { taskOf } from "../../../shared/tasks/tasks.board";
import { AvatarStack } from "../../ui/signs/AvatarStack";
import { EmptyState } from "../../ui/states/EmptyState";
import { ErrorState } from "../../ui/states/ErrorState";
import { focusContent } from "../../ui/keys/focus";
import { isSomethingOpen, wasSomethingOnTop } from "../../ui/keys/on-top";
import { firstNameOf } from "../../ui/signs/people";
import { pressedKey } from "../../ui/keys/shortcuts";
import { isTyping } from "../../ui/keys/typing";
import { focusCard } from "../board/BoardFrame";
import { ShownOrderContext } from "../board/state/shown-order";
import { ShownTaskContext } from "./shown-task";
import { TaskActions } from "./TaskActions";
import { TaskBody } from "./TaskBody";
import { editPanelTitle } from "./panel-title";
import { ShownCardContext, TaskFromCard } from "./TaskFromCard";
import classes from "./TaskPanel.module.css";
import { Neighbours } from "./TaskNeighbours";
import { useBoard, useBoardScope } from "../board/state/useBoard";
import { useOpenTask } from "../filters/useBoardFilter";
import { useOpenFocus } from "../board/useOpenFocus";
import { type LiveTask, useTask } from "./useTask";
import { useTaskChoices } from "../fields/useTaskChoices";
import { useVisible } from "../filters/useVisible";

/** What a panel stands over: a board with its list, or any screen that shows tasks of several projects. */
export interface PanelPlace {
  /** Null where tasks of any project are shown. */
  projectId: number | null;
  /** The tasks as they are shown, for previous and next. */
  ids: readonly number[];
  /** With the board's own undo. */
  archive?: (taskId: number) => void;
}

interface TaskPanelProps {
  taskId: number;
  place: PanelPlace;
}

/** The task over its board or list, which stays alive beside it. Another card swaps what is in it. */
export function BoardTaskPanel({ taskId }: { taskId: number }) {
  const { actor, projectId } = useBoardScope();
  const visible = useVisible();
  const order = useValue(useContext(ShownOrderContext));
  const shown = order?.() ?? actor.getSnapshot().context.drawn.columnIds.flatMap((id) => visible[id] ?? []);
  const archive = useCallback((id: number) => actor.send({ type: "ARCHIVE", taskId: id }), [actor]);
  const known = useBoard(({ drawn }) => taskOf(drawn, taskId));
  return (
    <ShownCardContext value={known ?? null}>
      <TaskPanel taskId={taskId} place={{ projectId, ids: shown.filter((id) => id > 0), archive }} />
    </ShownCardContext>
  );
}

/** A task over the screen that one came from. */
export function TaskPanel({ taskId, place }: TaskPanelProps) {
  const text = useText();
  const { show } = useOpenTask();
  const panel = useRef<HTMLElement>(null);
  /** In order of who is focused when it closes: itself, what followed it, what stood before. */
  const around = useRef<readonly number[]>([taskId]);
  const at = place.ids.indexOf(taskId);
  useLayoutEffect(() => {
    if (at >= 0) around.current = [...place.ids.slice(at), ...place.ids.slice(0, at).reverse()];
    else if (!around.current.includes(taskId)) around.current = [taskId];
  });
  const close = useCallback(() => {
    show(null);
    if (!around.current.some((id) => focusCard(document, id))) focusContent();
  }, [show]);

  // Escape closes it from wherever the focus is.
  useEffect(() => {
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || isEditable(event.target) || wasSomethingOnTop()) return;
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
      onKeyDown={keepKeys}
    >
      <PanelContent key={taskId} taskId={taskId} place={place} onClose={close} />
    </section>
  );
}

const isEditable = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Letters that are typed here aren't the board's shortcuts; E is this task's title. */
function keepKeys(event: KeyboardEvent<HTMLElement>) {
  if (event.key === "Escape") return;
  event.stopPropagation();
  const { ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || isTyping(event.target) || isSomethingOpen()) return;
  if (pressedKey(event.nativeEvent) === "e" && editPanelTitle()) event.preventDefault();
}

function PanelContent({ taskId, place, onClose }: TaskPanelProps & { onClose: () => void }) {
  const text = useText();
  const live = useTask(taskId);
  const { task } = live;
  const { projectId, archive } = place;
  const movedAway = task !== undefined && projectId !== null && task.project_id !== projectId;
  // A board says itself what one looks at.
  useOpenFocus(projectId === null ? task?.project_id : undefined, taskId);
  const content = useRef<HTMLDivElement>(null);
  const ready = task !== undefined;
  useLayoutEffect(() => {
    // The title is what one reads first; a field would bring up a phone's keyboard.
    if (ready) content.current?.querySelector<HTMLElement>("[data-task-title]")?.focus({ preventScroll: true });
  }, [ready]);
  return (
    <div ref={content} className={classes.content}>
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
        <span className={classes.grow} />
        {task && <Readers live={live} projectId={projectId ?? task.project_id} />}
        <Neighbours taskId={taskId} ids={place.ids} />
        {task && (
          <ShownTaskContext value={task}>
            <TaskActions
              layout="panel"
              onArchive={
                archive &&
                (() => {
                  onClose();
                  archive(taskId);
                })
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
        {movedAway ? <MovedAway task={task} /> : <TaskOrWhyNot live={live} layout="panel" />}
      </div>
      {task?.can.comment && !movedAway && !live.gone && <Composer live={live} />}
    </div>
  );
}

/** Over a board stands only what is on it; where it is now is a click away. */
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

export function TaskOrWhyNot({ live, layout }: { live: LiveTask; layout: TaskLayout }) {
  const text = useText();
  const { task, error, gone, refetch } = live;
  if (gone || (error instanceof ProblemError && error.status === 404))
    return <EmptyState title={text("task.gone")} text={text("task.gone.why")} />;
  if (error) return <ErrorState error={error} title={text("task.failed")} onRetry={refetch} />;
  if (!task) return <TaskFromCard />;
  return (
    <ShownTaskContext value={task}>
      <TaskBody layout={layout} />
    </ShownTaskContext>
  );
}

export function Composer({ live: { task } }: { live: LiveTask }) {
  return task && <ComposerOf task={task} />;
}

function ComposerOf({ task }: { task: NonNullable<LiveTask["task"]> }) {
  const { users } = useTaskChoices(task);
  return (
    <footer className={classes.foot}>
      <CommentComposer key={task.id} taskId={task.id} people={users} />
    </footer>
  );
}

/** Who else has it open. */
export function Readers({ live: { readers }, projectId }: { live: LiveTask; projectId: number }) {
  if (readers.length === 0) return null;
  const [first] = readers;
  return (
    <span className={classes.readers} role="status">
      <AvatarStack people={readers} size={20} max={3} presentIn={projectId} />
      {readers.length === 1 && first && (
        <Message id="task.isReading" values={{ name: <bdi>{firstNameOf(first.fullname)}</bdi> }} />
      )}
    </span>
  );
}
