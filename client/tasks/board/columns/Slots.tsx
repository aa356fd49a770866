import { type CSSProperties, useLayoutEffect, useRef } from "react";
import type { PresentUser } from "../../../../shared/kernel/streams";
import { taskOf } from "../../../../shared/tasks/tasks.board";
import { Message } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import { firstNameOf, presenceColor } from "../../../ui/signs/people";
import { RefusedNote } from "../CardNotes";
import { isPendingTaskChange, type PendingChange } from "../state/board.pending";
import cardClasses from "../TaskCard.module.css";
import classes from "./Slots.module.css";
import { TaskCard } from "../TaskCard";
import { listsOf, useBoard, useBoardParts, useBoardScope } from "../state/useBoard";

/** Where the card in one's hand will land: by pointer a dashed place of its height, by keyboard the lifted card itself. */
export function OwnSlot() {
  const hand = useBoard((context) => context.hand);
  const lists = useBoardParts(listsOf);
  const element = useRef<HTMLDivElement>(null);
  const byKeyboard = hand?.by === "keyboard";
  useLayoutEffect(() => {
    if (byKeyboard) element.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  if (!hand) return null;
  if (!byKeyboard)
    return <div className={classes.slot} style={{ blockSize: "var(--hand-height, 76px)" }} data-own-slot aria-hidden />;
  return (
    <div ref={element} className={cardClasses.card} data-lifted data-slot aria-hidden>
      <TaskCard task={hand.task} lists={lists} />
    </div>
  );
}

/** Where someone else hovers with a card. */
export function OtherSlot({ user }: { user: PresentUser }) {
  const { projectId } = useBoardScope();
  const key = useBoard(({ drawn }) => taskOf(drawn, user.focus ?? 0)?.key ?? "");
  const style = { "--person": presenceColor(user.id, projectId) } as CSSProperties;
  return (
    <div className={classes.other} style={style}>
      <Avatar person={user} size={20} named />
      <span>
        <Message
          id="board.isMovingHere"
          values={{ name: <bdi>{firstNameOf(user.fullname)}</bdi>, key: <bdi>{key}</bdi> }}
        />
      </span>
    </div>
  );
}

/** What one wanted with a task that is gone, kept until one has chosen. */
export function GhostCard({ pending }: { pending: PendingChange }) {
  const lists = useBoardParts(listsOf);
  if (!isPendingTaskChange(pending)) return null;
  return (
    <article className={cardClasses.card} data-refused>
      <TaskCard task={pending.task} lists={lists} note={<RefusedNote pending={pending} />} />
    </article>
  );
}
