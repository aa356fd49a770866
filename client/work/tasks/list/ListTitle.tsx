import { IconAlertCircle, IconArrowRight, IconCloudUp, IconPencil } from "@tabler/icons-react";
import type { MouseEvent, ReactNode } from "react";
import { useHref } from "react-router-dom";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { paths } from "../../../platform/paths";
import { Message, useText } from "../../../platform/intl/useText";
import { useStore } from "../../../platform/store";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import { firstNameOf } from "../../../ui/signs/people";
import type { CardState } from "../state/board.card-state";
import type { PendingChange } from "../pending/task-changes";
import { taskQueue } from "../pending/task-queue";
import { changeMessageId, PresenceText, useRefusalText } from "../board/CardNotes";
import { useCardRights } from "../state/useBoard";
import { useOpenTask } from "../../projects/open-task";
import { useListScope } from "./list.context";
import { type FailedEdit, useEditTask } from "./cells/useEditTask";
import classes from "./cells/ListCell.module.css";

/** Link that opens the panel, or the task's page in a new tab. */
export function TaskLink({ id, label, className, children }: LinkProps) {
  const href = useHref(paths.task(id));
  const { show } = useOpenTask();
  if (id < 0) return <span className={className}>{children}</span>; // the task has no server id yet
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
  const can = useCardRights(task);
  const { acts, failed } = useListScope();
  const failure = useStore(failed.edits$)[task.id];
  const { holder, reader, refused } = state;
  const person = holder ?? reader;
  return (
    <>
      <TaskLink id={task.id} className={classes.title}>
        <TruncatedName>{task.title}</TruncatedName>
      </TaskLink>
      {person && (
        <span className={classes.chip}>
          <PresenceText state={state} />
        </span>
      )}
      {failure ? (
        <Failed task={task} failure={failure} />
      ) : refused ? (
        <Refused pending={refused} />
      ) : (
        <TransientNote state={state} />
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

function TransientNote({ state: { waiting, change } }: { state: CardState }) {
  const text = useText();
  if (waiting)
    return (
      <span className={classes.note}>
        <IconCloudUp size={14} stroke={1.75} aria-hidden />
        {text("board.waiting")}
      </span>
    );
  const sentence = change && changeMessageId(change);
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

function Failed({ task, failure: { edit, message, stale } }: { task: BoardTask; failure: FailedEdit }) {
  const text = useText();
  const { failed } = useListScope();
  const again = useEditTask();
  return (
    <RefusedNote reason={message}>
      {stale && (
        <button type="button" tabIndex={-1} onClick={() => again(task, edit)}>
          {text("field.saveMine")}
        </button>
      )}
      <button type="button" tabIndex={-1} onClick={() => failed.forget(task.id)}>
        {text(stale ? "field.keepTheirs" : "board.refused.discard")}
      </button>
    </RefusedNote>
  );
}

function Refused({ pending }: { pending: PendingChange }) {
  const text = useText();
  return (
    <RefusedNote reason={useRefusalText(pending)}>
      <button type="button" tabIndex={-1} onClick={() => taskQueue.drop(pending.id)}>
        {text("board.refused.discard")}
      </button>
    </RefusedNote>
  );
}

function RefusedNote({ reason, children }: { reason: string; children: ReactNode }) {
  return (
    <span className={classes.note} data-tone="refused">
      <IconAlertCircle size={14} stroke={1.75} aria-hidden />
      <span className="clip" role="alert" title={reason}>
        {reason}
      </span>
      {children}
    </span>
  );
}
