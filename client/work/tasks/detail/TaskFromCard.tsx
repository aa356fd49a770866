import { createContext, useContext } from "react";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { useText } from "../../../platform/intl/useText";
import { liveClient } from "../../../platform/live/live";
import { useStore } from "../../../platform/store";
import { AvatarStack } from "../../../ui/signs/AvatarStack";
import { PriorityBars } from "../../../ui/signs/PriorityBars";
import { TagChip } from "../../../ui/signs/TagChip";
import { DueDay } from "../fields/DueDay";
import { TaskLoading } from "./TaskLoading";
import classes from "./TaskFromCard.module.css";
import { useBoard } from "../state/useBoard";

export const ShownCardContext = createContext<BoardTask | null>(null);

/** Shows the card's data until the task is loaded; offline, only this data is available. */
export function TaskFromCard() {
  const card = useContext(ShownCardContext);
  return card ? <CardPreview card={card} /> : <TaskLoading />;
}

function CardPreview({ card }: { card: BoardTask }) {
  const text = useText();
  const users = useBoard(({ drawn }) => drawn.users);
  const tags = useBoard(({ drawn }) => drawn.tags);
  const people = card.user_ids.flatMap((id) => users[id] ?? []);
  const offline = useStore(liveClient.status$) === "offline";
  return (
    <div className={classes.card}>
      <h2 tabIndex={-1} data-task-title dir="auto">
        {card.title}
      </h2>
      <p className={classes.facts}>
        <PriorityBars priority={card.priority} label={text(`task.priority.${card.priority}.label`)} />
        {card.due_date && <DueDay task={card} />}
        {people.length > 0 && <AvatarStack people={people} size={24} max={5} />}
      </p>
      {card.tag_ids.length > 0 && (
        <p className={classes.facts}>
          {card.tag_ids.flatMap((id) => {
            const tag = tags[id];
            return tag ? [<TagChip key={id} name={tag.name} color={tag.color} />] : [];
          })}
        </p>
      )}
      {offline ? <p className={classes.why}>{text("task.fromCard")}</p> : <TaskLoading />}
    </div>
  );
}
