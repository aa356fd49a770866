import { IconBan, IconCheck, IconCheckbox, IconMessage, IconPaperclip, IconRepeat } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { FieldValue } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import type { Board } from "../../../../shared/work/tasks/tasks.board";
import type { BoardTask } from "../../../../shared/work/tasks/tasks.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { PriorityBars } from "../../../ui/signs/PriorityBars";
import { TagChip } from "../../../ui/signs/TagChip";
import { useValueText } from "../../fields/useValueText";
import { CardPeople } from "./CardPeople";
import { ComplexityTicks } from "../fields/ComplexityTicks";
import { DueDay } from "../fields/DueDay";
import classes from "./TaskCard.module.css";

/** Default complexity; dots are shown only for other values. */
const ordinaryComplexity = 3;

export interface TaskCardProps {
  task: BoardTask;
  blocked?: boolean;
  lists: Pick<Board, "users" | "groups" | "tags" | "fields">;
  title?: ReactNode;
  chip?: ReactNode;
  menu?: ReactNode;
  /** True if the card is selected; a checkmark then replaces the priority. */
  selected?: boolean;
  /** Text at the bottom of the card: the user who changed it, a pending change, or the reason for a refusal. */
  note?: ReactNode;
}

export function TaskCard({ task, blocked, lists, title, chip, menu, note, selected = false }: TaskCardProps) {
  const text = useText();
  return (
    <>
      {task.cover_url && <Cover key={task.cover_url} url={task.cover_url} />}
      <div className={classes.head}>
        {selected ? (
          <span className={classes.tick} role="img" aria-label={text("board.card.selected")}>
            <IconCheck size={12} stroke={3} aria-hidden />
          </span>
        ) : (
          <PriorityBars priority={task.priority} label={text(`task.priority.${task.priority}.label`)} />
        )}
        <span className={classes.key}>
          <bdi>{task.key}</bdi>
        </span>
        {blocked && (
          <span
            className={classes.blocked}
            role="img"
            aria-label={text("task.isBlocked")}
            title={text("task.isBlocked")}
          >
            <IconBan size={14} stroke={1.75} aria-hidden />
          </span>
        )}
        {!chip && task.complexity !== ordinaryComplexity && <ComplexityTicks value={task.complexity} />}
        <span className={classes.tail}>
          {chip}
          {menu}
          <CardPeople userIds={task.user_ids} groupIds={task.group_ids} lists={lists} />
        </span>
      </div>
      <p className={classes.title}>{title ?? <bdi>{task.title}</bdi>}</p>
      <Meta task={task} lists={lists} />
      {note}
    </>
  );
}

/** Has a fixed height, so that the column doesn't jump when the image loads. */
function Cover({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  return (
    <span className={classes.cover} aria-hidden>
      {!broken && (
        <img src={url} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setBroken(true)} />
      )}
    </span>
  );
}

function Meta({ task, lists }: Pick<TaskCardProps, "task" | "lists">) {
  const text = useText();
  const { number, percent } = useFormat();
  const {
    due_date,
    subtask_count,
    subtask_done_count,
    comment_count,
    attachment_count,
    progress,
    series_id,
    tag_ids,
    field_values,
  } = task;
  const fields = lists.fields.filter(({ id, on_card }) => on_card && field_values[id] !== undefined);
  const working = progress > 0 && progress < 100;
  if (
    !due_date &&
    !subtask_count &&
    !comment_count &&
    !attachment_count &&
    series_id === null &&
    !working &&
    tag_ids.length === 0 &&
    fields.length === 0
  )
    return null;
  return (
    <div className={classes.meta}>
      {due_date && <DueDay task={task} />}
      {series_id !== null && (
        <span
          className={classes.fact}
          role="img"
          aria-label={text("task.isRepeating")}
          title={text("task.isRepeating")}
        >
          <IconRepeat size={14} stroke={1.75} aria-hidden />
        </span>
      )}
      {subtask_count > 0 && (
        <Fact
          icon={<IconCheckbox size={14} stroke={1.75} aria-hidden />}
          label={text("task.subtasksDone", { done: number(subtask_done_count), total: number(subtask_count) })}
        >
          {text("task.doneOf", { done: number(subtask_done_count), total: number(subtask_count) })}
        </Fact>
      )}
      {working && (
        <Fact label={text("task.progressIs", { percent: percent(progress) })}>
          <span className={classes.progress}>
            <i style={{ inlineSize: `${progress}%` }} />
          </span>
        </Fact>
      )}
      {comment_count > 0 && (
        <Fact
          icon={<IconMessage size={14} stroke={1.75} aria-hidden />}
          label={text("task.commentCount", { count: comment_count })}
        >
          {number(comment_count)}
        </Fact>
      )}
      {attachment_count > 0 && (
        <Fact
          icon={<IconPaperclip size={14} stroke={1.75} aria-hidden />}
          label={text("task.attachmentCount", { count: attachment_count })}
        >
          {number(attachment_count)}
        </Fact>
      )}
      {tag_ids.map((id) => {
        const tag = lists.tags[id];
        return tag && <TagChip key={id} name={tag.name} color={tag.color} />;
      })}
      {fields.map((field) => (
        <CardFieldValue key={field.id} field={field} value={field_values[field.id] as FieldValue} users={lists.users} />
      ))}
    </div>
  );
}

/** A value of a project's field that the cards show. */
function CardFieldValue({ field, value, users }: { field: ProjectField; value: FieldValue; users: Board["users"] }) {
  const valueText = useValueText();
  if (field.kind === "choice" || field.kind === "choices") {
    return [value].flat().map((id) => {
      const option = field.options.find((one) => one.id === id);
      return (
        option && (
          <span key={option.id} title={`${field.title}: ${option.title}`}>
            <TagChip name={option.title} color={option.color} />
          </span>
        )
      );
    });
  }
  const person = field.kind === "person" ? users[value as number] : undefined;
  const shownText = valueText(field, value, person ? [person] : []);
  return (
    <span className={classes.fact} title={`${field.title}: ${shownText}`}>
      <span className="sr-only">
        <bdi>{field.title}</bdi>:{" "}
      </span>
      <bdi className={classes.fieldValue}>{shownText}</bdi>
    </span>
  );
}

function Fact({ icon, label, children }: { icon?: ReactNode; label: string; children: ReactNode }) {
  return (
    <span className={classes.fact} title={label}>
      {icon}
      <span aria-hidden>{children}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
