import { useDraggable } from "@dnd-kit/core";
import { IconDots } from "@tabler/icons-react";
import { type CSSProperties, memo, type MouseEvent } from "react";
import { useHref } from "react-router-dom";
import { useText } from "../../../platform/intl/useText";
import { presenceColor } from "../../../ui/signs/people";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { type CardState, cardState } from "../state/board.card-state";
import { useCardActions } from "../state/card-actions";
import { useCardMenu } from "./CardMenu";
import { ChangeNote, PresenceText, RefusedNote, WaitingNote } from "./CardNotes";
import { TaskCard } from "./TaskCard";
import classes from "./TaskCard.module.css";
import { boardOptionLists, useBoardParts, useBoardScope, useCardRights } from "../state/useBoard";
import { useOpenTask } from "../../projects/open-task";
import { useTaskPath } from "../../projects/task-layout";

export const dragIdOfCard = (taskId: number) => `card-${taskId}`;
export const dragHelpId = "board-drag-help";

/** A card with its live state. Re-renders only when this card changes. */
export const CardSlot = memo(function CardSlot({ id }: { id: number }) {
  const { projectId } = useBoardScope();
  const state = useBoardParts((snapshot) => cardState(snapshot, id));
  const { task, holder, reader } = state;
  const can = useCardRights(task);
  const acts = useCardActions();
  const { setNodeRef, listeners } = useDraggable({
    id: dragIdOfCard(id),
    data: { taskId: id },
    disabled: !can.move || Boolean(holder),
  });
  if (!task) return null;
  const person = holder ?? reader;
  const style = person && ({ "--person": presenceColor(person.id, projectId) } as CSSProperties);
  return (
    <article
      ref={setNodeRef}
      {...listeners}
      className={classes.card}
      style={style}
      data-task={id}
      data-open={state.open || undefined}
      data-held={holder ? true : undefined}
      data-read={(!holder && reader && true) || undefined}
      data-changed={state.change?.revision}
      data-waiting={state.waiting || undefined}
      data-refused={state.refused ? true : undefined}
      data-parked={state.inHand || undefined}
      data-selected={state.selected || undefined}
      onClickCapture={(event) => {
        if (!acts.picks(event)) return;
        event.preventDefault();
        event.stopPropagation();
        acts.pick(id, event.shiftKey);
      }}
      onContextMenu={(event) => acts.menu(id, event)}
    >
      <CardFace task={task} state={state} />
    </article>
  );
});

/** Separate from the draggable part, which re-renders on every drag on the board. */
const CardFace = memo(function CardFace({ task, state }: { task: BoardTask; state: CardState }) {
  const text = useText();
  const can = useCardRights(task);
  const lists = useBoardParts(boardOptionLists);
  const menu = useCardMenu();
  const { id, key } = task;
  const { holder, reader, change, refused, waiting } = state;
  const person = holder ?? reader;
  return (
    <TaskCard
      task={task}
      blocked={state.blocked}
      lists={lists}
      selected={state.selected}
      title={<CardLink id={id} title={task.title} label={key} movable={can.move && !holder} />}
      chip={
        person && (
          <span className={classes.chip}>
            <PresenceText state={state} />
          </span>
        )
      }
      menu={
        id > 0 &&
        !holder && (
          <button
            type="button"
            className={classes.menu}
            aria-label={text("board.card.menu", { key })}
            aria-haspopup="menu"
            onClick={(event) => menu.open(id, event.currentTarget)}
          >
            <IconDots size={16} stroke={1.75} aria-hidden />
          </button>
        )
      }
      note={
        refused ? (
          <RefusedNote pending={refused} />
        ) : waiting ? (
          <WaitingNote />
        ) : change ? (
          <ChangeNote change={change} />
        ) : null
      }
    />
  );
});

function CardLink({ id, title, label, movable }: { id: number; title: string; label: string; movable: boolean }) {
  const { projectId } = useBoardScope();
  const href = useHref(useTaskPath()({ id, projectId }));
  const { show } = useOpenTask();
  // An unsaved task is focusable but can't be opened.
  if (id < 0) {
    return (
      <span className={classes.link} tabIndex={0} role="link" aria-disabled data-card-link={id}>
        <bdi>{title}</bdi>
      </span>
    );
  }
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    show(id);
  };
  return (
    <a
      href={href}
      className={classes.link}
      draggable={false}
      data-card-link={id}
      aria-label={`${label} ${title}`}
      aria-describedby={movable ? dragHelpId : undefined}
      onClick={open}
    >
      <bdi>{title}</bdi>
    </a>
  );
}
