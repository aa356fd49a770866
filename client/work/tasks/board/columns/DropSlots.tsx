import { type CSSProperties, useLayoutEffect, useRef } from "react";
import type { PresentUser } from "../../../../../shared/kernel/streams";
import { taskById } from "../../../../../shared/work/tasks/tasks.board";
import { Message } from "../../../../platform/intl/useText";
import { Avatar } from "../../../../ui/signs/Avatar";
import { firstNameOf, presenceColor } from "../../../../ui/signs/people";
import { RefusedNote } from "../CardNotes";
import { isPendingCardChange, type PendingChange } from "../../pending/task-changes";
import cardClasses from "../TaskCard.module.css";
import classes from "./DropSlots.module.css";
import { TaskCard } from "../TaskCard";
import { boardOptionLists, useBoard, useBoardParts, useBoardScope } from "../../state/useBoard";

export function OwnDropSlot() {
  const drag = useBoard((context) => context.drag);
  const lists = useBoardParts(boardOptionLists);
  const element = useRef<HTMLDivElement>(null);
  const byKeyboard = drag?.by === "keyboard";
  useLayoutEffect(() => {
    if (byKeyboard) element.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  if (!drag) return null;
  if (!byKeyboard)
    return <div className={classes.slot} style={{ blockSize: "var(--hand-height, 76px)" }} data-own-slot aria-hidden />;
  return (
    <div ref={element} className={cardClasses.card} data-lifted data-slot aria-hidden>
      <TaskCard task={drag.task} lists={lists} />
    </div>
  );
}

export function OtherUserDropSlot({ user }: { user: PresentUser }) {
  const { projectId } = useBoardScope();
  const key = useBoard(({ drawn }) => taskById(drawn, user.focus ?? 0)?.key ?? "");
  const style = { "--person": presenceColor(user.id, projectId) } as CSSProperties;
  return (
    <div className={classes.other} style={style}>
      <Avatar person={user} size={20} hasVisibleName />
      <span>
        <Message
          id="board.isMovingHere"
          values={{ name: <bdi>{firstNameOf(user.fullname)}</bdi>, key: <bdi>{key}</bdi> }}
        />
      </span>
    </div>
  );
}

/** A refused change of a task that no longer exists, kept until the user decides what to do. */
export function RefusedGhostCard({ pending }: { pending: PendingChange }) {
  const lists = useBoardParts(boardOptionLists);
  if (!isPendingCardChange(pending)) return null;
  return (
    <article className={cardClasses.card} data-refused>
      <TaskCard task={pending.task} lists={lists} note={<RefusedNote pending={pending} />} />
    </article>
  );
}
