import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useCallback, useContext, useEffect, useLayoutEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { paths } from "../app/paths";
import type { TaskLayout } from "../app/task-layout";
import { CommentComposer } from "../comments/CommentComposer";
import { Message, useText } from "../platform/intl/useText";
import { useValue } from "../platform/value";
import { ProblemError } from "../platform/problem-error";
import { AvatarStack } from "../ui/AvatarStack";
import { EmptyState } from "../ui/EmptyState";
import { ErrorState } from "../ui/ErrorState";
import { isSomethingOpen, wasSomethingOnTop } from "../ui/on-top";
import { firstNameOf } from "../ui/people";
import { pressedKey } from "../ui/shortcuts";
import { isTyping } from "../ui/typing";
import { focusCard } from "./BoardFrame";
import { ShownOrderContext } from "./shown-order";
import { ShownTaskContext } from "./shown-task";
import { TaskActions } from "./TaskActions";
import { TaskBody } from "./TaskBody";
import { editPanelTitle } from "./panel-title";
import { TaskLoading } from "./TaskLoading";
import classes from "./TaskPanel.module.css";
import { useBoardScope } from "./useBoard";
import { useOpenTask } from "./useBoardFilter";
import { type LiveTask, useTask } from "./useTask";
import { useTaskChoices } from "./useTaskChoices";
import { useVisible } from "./useVisible";

/** The task over the board, which stays alive beside it. Another card swaps what is in it. */
export function TaskPanel({ taskId }: { taskId: number }) {
  const text = useText();
  const { show } = useOpenTask();
  const panel = useRef<HTMLElement>(null);
  const close = useCallback(() => {
    show(null);
    focusCard(document, taskId);
  }, [show, taskId]);

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
      <PanelContent key={taskId} taskId={taskId} onClose={close} />
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

function PanelContent({ taskId, onClose }: { taskId: number; onClose: () => void }) {
  const text = useText();
  const live = useTask(taskId);
  const { actor, projectId } = useBoardScope();
  const { task } = live;
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
        <Readers live={live} projectId={projectId} />
        <Neighbours taskId={taskId} />
        {task && (
          <ShownTaskContext value={task}>
            <TaskActions
              layout="panel"
              onArchive={() => {
                onClose();
                actor.send({ type: "ARCHIVE", taskId });
              }}
              onDeleted={onClose}
            />
          </ShownTaskContext>
        )}
        <ActionIcon aria-label={text("action.close")} onClick={onClose}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      <div className={classes.scroll}>
        {task && task.project_id !== projectId ? (
          <MovedAway task={task} />
        ) : (
          <TaskOrWhyNot live={live} layout="panel" />
        )}
      </div>
      {task?.can.comment && task.project_id === projectId && !live.gone && <Composer live={live} />}
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
  if (!task) return <TaskLoading />;
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

/** The tasks above and below, as board or list are filtered and sorted. */
function Neighbours({ taskId }: { taskId: number }) {
  const text = useText();
  const { actor } = useBoardScope();
  const { show } = useOpenTask();
  const visible = useVisible();
  const order = useValue(useContext(ShownOrderContext));
  const shown = order?.() ?? actor.getSnapshot().context.drawn.columnIds.flatMap((id) => visible[id] ?? []);
  const all = shown.filter((id) => id > 0);
  const at = all.indexOf(taskId);
  const previous = at > 0 ? all[at - 1] : undefined;
  const next = at >= 0 ? all[at + 1] : undefined;
  return (
    <>
      <span className={classes.line} />
      <ActionIcon
        className={classes.step}
        aria-label={text("task.previous")}
        title={text("task.previous")}
        disabled={previous === undefined}
        onClick={() => show(previous ?? null)}
      >
        <IconChevronUp size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        className={classes.step}
        aria-label={text("task.next")}
        title={text("task.next")}
        disabled={next === undefined}
        onClick={() => show(next ?? null)}
      >
        <IconChevronDown size={16} stroke={1.75} />
      </ActionIcon>
    </>
  );
}
