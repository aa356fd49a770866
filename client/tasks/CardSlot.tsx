import { useDraggable } from "@dnd-kit/core";
import { IconDots } from "@tabler/icons-react";
import { type CSSProperties, memo, type MouseEvent } from "react";
import { useHref } from "react-router-dom";
import { paths } from "../app/paths";
import { Message, useText } from "../platform/intl/useText";
import { firstNameOf, presenceColor } from "../ui/people";
import { cardState } from "./board.card-state";
import { useCardMenu } from "./CardMenu";
import { ChangeNote, RefusedNote, WaitingNote } from "./CardNotes";
import { TaskCard } from "./TaskCard";
import classes from "./TaskCard.module.css";
import { listsOf, useBoardParts, useBoardScope } from "./useBoard";
import { useOpenTask } from "./useBoardFilter";

export const dragIdOfCard = (taskId: number) => `card-${taskId}`;
/** What the keys do is told once, at the board. */
export const dragHelpId = "board-drag-help";

/** A card on the board, with all that happens to it live. Draws again only when something of this one card changed. */
export const CardSlot = memo(function CardSlot({ id }: { id: number }) {
  const text = useText();
  const { projectId, can } = useBoardScope();
  const lists = useBoardParts(listsOf);
  const state = useBoardParts((snapshot) => cardState(snapshot, id));
  const { task, holder, reader, change, refused } = state;
  const draggable = useDraggable({
    id: dragIdOfCard(id),
    data: { taskId: id },
    disabled: !can.move || Boolean(holder),
  });
  const menu = useCardMenu();
  if (!task) return null;
  const person = holder ?? reader;
  const style = person && ({ "--person": presenceColor(person.id, projectId) } as CSSProperties);
  return (
    <article
      ref={draggable.setNodeRef}
      {...draggable.listeners}
      className={classes.card}
      style={style}
      data-task={id}
      data-open={state.open || undefined}
      data-held={holder ? true : undefined}
      data-read={(!holder && reader && true) || undefined}
      data-changed={change ? change.revision : undefined}
      data-waiting={state.waiting || undefined}
      data-refused={refused ? true : undefined}
      data-parked={state.inHand || undefined}
    >
      <TaskCard
        task={task}
        lists={lists}
        title={<CardLink id={id} title={task.title} label={task.key} movable={can.move && !holder} />}
        chip={
          person && (
            <span className={classes.chip}>
              <Message
                id={holder ? "board.isMoving" : state.moreReaders > 0 ? "board.hasOpenWithOthers" : "board.hasOpen"}
                values={{ name: <bdi>{firstNameOf(person.fullname)}</bdi>, count: state.moreReaders }}
              />
            </span>
          )
        }
        menu={
          id > 0 &&
          !person && (
            <button
              type="button"
              className={classes.menu}
              aria-label={text("board.card.menu", { key: task.key })}
              aria-haspopup="menu"
              onClick={(event) => menu.open(id, event.currentTarget)}
            >
              <IconDots size={16} stroke={1.75} aria-hidden />
            </button>
          )
        }
        note={
          refused ? (
            <RefusedNote wish={refused} />
          ) : state.waiting ? (
            <WaitingNote />
          ) : change ? (
            <ChangeNote change={change} />
          ) : null
        }
      />
    </article>
  );
});

/** The title opens the panel; in a new tab, as a link does, the task's own page. */
function CardLink({ id, title, label, movable }: { id: number; title: string; label: string; movable: boolean }) {
  const href = useHref(paths.task(id));
  const { show } = useOpenTask();
  if (id < 0) return <bdi>{title}</bdi>; // the server doesn't know it yet
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
