import {
  IconArchive,
  IconArrowRight,
  IconClock,
  IconMessage,
  IconPencil,
  IconPlus,
  type IconProps,
  IconTrash,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { Message, useText } from "../platform/intl/useText";
import { RelativeTime } from "../ui/RelativeTime";
import { useShownTask } from "./shown-task";
import classes from "./TaskHistory.module.css";
import { type HistoryLine, historyOf } from "./task.history";
import type { Field } from "./useTaskFields";
import { useFieldWords } from "./useFieldWords";

const icons: Record<HistoryLine["icon"], ComponentType<IconProps>> = {
  move: IconArrowRight,
  change: IconPencil,
  add: IconPlus,
  archive: IconArchive,
  delete: IconTrash,
  comment: IconMessage,
  time: IconClock,
};

/** Who changed what, from what to what, in the reader's own words; newest first. */
export function TaskHistory() {
  const task = useShownTask();
  return (
    <ol className={classes.history}>
      {historyOf(task).map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </ol>
  );
}

function Line({ line }: { line: HistoryLine }) {
  const text = useText();
  const words = useFieldWords();
  const Icon = icons[line.icon];
  const said = (value: HistoryLine["from"]) =>
    line.field && value !== undefined ? words(line.field, value) || text("task.history.unknown") : "";
  return (
    <li>
      <span className={classes.icon} aria-hidden>
        <Icon size={12} stroke={2} className={line.icon === "move" ? "flip" : undefined} />
      </span>
      <div className={classes.text}>
        <Message
          id={line.message}
          values={{
            name: line.actor?.fullname ?? text("task.history.system"),
            field: line.field ? text(`task.field.${line.field as Exclude<Field, "task_status_id">}`) : "",
            from: line.was ?? said(line.from),
            to: line.made ?? said(line.to),
            subtask: line.text ?? "",
            title: line.text,
            b: (chunks) => (
              <b>
                <bdi>{chunks}</bdi>
              </b>
            ),
          }}
        />{" "}
        <RelativeTime at={line.at} className={classes.at} />
      </div>
    </li>
  );
}
