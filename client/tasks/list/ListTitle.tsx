import { IconAlertCircle, IconArrowRight, IconCloudUp, IconPencil } from "@tabler/icons-react";
import type { MouseEvent, ReactNode } from "react";
import { useHref } from "react-router-dom";
import type { BoardTask } from "../../../shared/tasks/tasks.contract";
import { paths } from "../../platform/paths";
import { Message, useText } from "../../platform/intl/useText";
import { useValue } from "../../platform/value";
import { Clip } from "../../ui/signs/Clip";
import { firstNameOf } from "../../ui/signs/people";
import type { CardState } from "../board/state/board.card-state";
import type { PendingChange } from "../board/state/board.pending";
import { sentenceOf, useRefusal } from "../board/CardNotes";
import { useBoardScope } from "../board/state/useBoard";
import { useOpenTask } from "../filters/useBoardFilter";
import { useListScope } from "./list.context";
import { type FailedEdit, useEditTask } from "./cells/useEditTask";
import classes from "./cells/ListCell.module.css";

/** Opens the panel; in a new tab, as a link does, the task's own page. */
export function TaskLink({ id, label, className, children }: LinkProps) {
  const href = useHref(paths.task(id));
  const { show } = useOpenTask();
  if (id < 0) return <span className={className}>{children}</span>; // the server doesn't know it yet
  const open = (event: MouseEvent) => {
    event.stopPropagation();
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    show(id);
  };
  return (
    <a
      href={href}
      tabIndex={-1}
      className={className}
      draggable={false}
      aria-label={label}
      data-card-link={id}
      onClick={open}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {children}
    </a>
  );
}

interface LinkProps {
  id: number;
  label?: string;
  className?: string;
  children: ReactNode;
}

export function KeyLink({ task }: { task: BoardTask }) {
  return (
    <TaskLink id={task.id} label={`${task.key} ${task.title}`}>
      <bdi className="key">{task.key}</bdi>
    </TaskLink>
  );
}

/** The title, who else is at it, and what became of one's own last change. */
export function TitleCell({
  task,
  state,
  rowKey,
  at,
}: {
  task: BoardTask;
  state: CardState;
  rowKey: string;
  at: number;
}) {
  const text = useText();
  const { can } = useBoardScope();
  const { acts, failed } = useListScope();
  const failure = useValue(failed.edits$)[task.id];
  const { holder, reader, moreReaders, refused } = state;
  const person = holder ?? reader;
  return (
    <>
      <TaskLink id={task.id} className={classes.title}>
        <Clip>{task.title}</Clip>
      </TaskLink>
      {person && (
        <span className={classes.chip}>
          <Message
            id={holder ? "board.isMoving" : moreReaders > 0 ? "board.hasOpenWithOthers" : "board.hasOpen"}
            values={{ name: <bdi>{firstNameOf(person.fullname)}</bdi>, count: moreReaders }}
          />
        </span>
      )}
      {failure ? (
        <Failed task={task} failure={failure} />
      ) : refused ? (
        <Refused pending={refused} />
      ) : (
        <Passing state={state} />
      )}
      {can.edit && task.id > 0 && !holder && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.pencil}
          aria-label={text("list.editTitle", { key: task.key })}
          onClick={() => acts.edit(rowKey, at)}
        >
          <IconPencil size={14} stroke={1.75} aria-hidden />
        </button>
      )}
    </>
  );
}

/** That it waits to be sent, or who has just changed it. */
function Passing({ state: { waiting, change } }: { state: CardState }) {
  const text = useText();
  if (waiting)
    return (
      <span className={classes.note}>
        <IconCloudUp size={14} stroke={1.75} aria-hidden />
        {text("board.waiting")}
      </span>
    );
  const sentence = change && sentenceOf(change);
  if (!sentence || !change?.actor) return null;
  return (
    <span className={classes.note}>
      <IconArrowRight size={14} stroke={1.75} className="flip" aria-hidden />
      <span className="clip">
        <Message id={sentence} values={{ name: <bdi>{firstNameOf(change.actor.fullname)}</bdi> }} />
      </span>
    </span>
  );
}

/** An edit that wasn't taken: why, and what can still be done about it. */
function Failed({ task, failure }: { task: BoardTask; failure: FailedEdit }) {
  const text = useText();
  const { failed } = useListScope();
  const edit = useEditTask();
  const { message, stale } = failure;
  return (
    <span className={classes.note} data-tone="refused">
      <IconAlertCircle size={14} stroke={1.75} aria-hidden />
      <span className="clip" role="alert" title={message}>
        {message}
      </span>
      {stale && (
        <button type="button" tabIndex={-1} onClick={() => edit(task, failure.edit)}>
          {text("field.saveMine")}
        </button>
      )}
      <button type="button" tabIndex={-1} onClick={() => failed.forget(task.id)}>
        {text(stale ? "field.keepTheirs" : "board.refused.discard")}
      </button>
    </span>
  );
}

function Refused({ pending }: { pending: PendingChange }) {
  const text = useText();
  const { actor } = useBoardScope();
  const reason = useRefusal(pending);
  return (
    <span className={classes.note} data-tone="refused">
      <IconAlertCircle size={14} stroke={1.75} aria-hidden />
      <span className="clip" role="alert" title={reason}>
        {reason}
      </span>
      <button type="button" tabIndex={-1} onClick={() => actor.send({ type: "DISCARD", pendingId: pending.id })}>
        {text("board.refused.discard")}
      </button>
    </span>
  );
}
