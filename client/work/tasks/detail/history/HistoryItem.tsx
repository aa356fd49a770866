import { UnstyledButton } from "@mantine/core";
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
import { type ComponentType, useState } from "react";
import type { HistoryNames } from "../../../../../shared/work/activity/activity.contract";
import { RichText } from "../../../../ui/text-editor/RichText";
import { Message, useFormat, useText } from "../../../../platform/intl/useText";
import { RelativeTime } from "../../../../ui/signs/RelativeTime";
import classes from "./TaskHistory.module.css";
import type { HistoryEntry } from "./task.history";
import { useFullDescriptions } from "./useFullDescriptions";
import { useHistoryText } from "./useHistoryText";
import { useShownTask } from "../../fields/shown-task";
import { fieldLabel } from "../../fields/useTaskFields";

const icons: Record<HistoryEntry["icon"], ComponentType<IconProps>> = {
  move: IconArrowRight,
  change: IconPencil,
  add: IconPlus,
  archive: IconArchive,
  delete: IconTrash,
  comment: IconMessage,
  time: IconClock,
};

export function HistoryItem({ line, names }: { line: HistoryEntry; names: HistoryNames }) {
  const text = useText();
  const { day } = useFormat();
  const task = useShownTask();
  const words = useHistoryText(names);
  const { field } = line;
  const Icon = icons[line.icon];
  const valueText = (value: HistoryEntry["from"]) =>
    field && value !== undefined ? words(field, value, line.fieldKind) : "";
  return (
    <li>
      <span className={classes.icon} aria-hidden>
        <Icon size={12} stroke={2} className={line.icon === "move" ? "flip" : undefined} />
      </span>
      <div className={classes.text}>
        <Message
          id={line.message}
          values={{
            name: line.actor?.fullname ?? text(line.source ? "task.history.formerUser" : "task.history.system"),
            source: line.source ? <bdi>{text(`projectImport.source.${line.source}`)}</bdi> : "",
            field:
              field && field !== "task_status_id" && field !== "cover" && field !== "spent"
                ? fieldLabel(task, field, text)
                : "",
            from: line.was ?? (field === "description" ? "" : valueText(line.from)),
            to: line.made ?? (field === "description" ? "" : valueText(line.to)),
            day: line.day ? day(line.day, "medium") : "",
            subtask: line.text ?? "",
            title: line.text ?? "",
            b: (chunks) => (
              <b>
                <bdi>{chunks}</bdi>
              </b>
            ),
          }}
        />{" "}
        <RelativeTime at={line.at} className={classes.at} />
        {field === "description" && <BeforeAndAfter line={line} />}
      </div>
    </li>
  );
}

/** Shows long texts on demand instead of in the entry's sentence. */
function BeforeAndAfter({ line }: { line: HistoryEntry }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const { from, to } = useFullDescriptions(line, open);
  return (
    <>
      <UnstyledButton className={classes.show} aria-expanded={open} onClick={() => setOpen(!open)}>
        {text(open ? "task.history.hide" : "task.history.show")}
      </UnstyledButton>
      {open && (
        <div className={classes.texts}>
          {[
            { label: text("task.history.before"), html: from },
            { label: text("task.history.after"), html: to },
          ].map(({ label, html }) => (
            <section key={label} aria-label={label}>
              <h3>{label}</h3>
              {html === "" ? <span className={classes.at}>{text("field.none")}</span> : <RichText html={html} />}
            </section>
          ))}
        </div>
      )}
    </>
  );
}
