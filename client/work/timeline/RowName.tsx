import { ActionIcon, UnstyledButton } from "@mantine/core";
import {
  IconCalendarPlus,
  IconChevronDown,
  IconGripVertical,
  IconRepeat,
  IconTagOff,
  IconUserOff,
  IconUsersGroup,
} from "@tabler/icons-react";
import { dayNumber } from "../../../shared/kernel/day-number";
import type { Actor } from "../../../shared/kernel/events";
import { useFormat, useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { AvatarStack } from "../../ui/signs/AvatarStack";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import { toneColor } from "../../ui/signs/tones";
import { useComingDateActions } from "../series/useComingDates";
import classes from "./RowName.module.css";
import type { ProjectTask, TimelineRow, RowSubject } from "./timeline.rows";
import { WorkloadFigure } from "./WorkloadFigure";
import { usePendingBars } from "./usePendingBars";
import { useChart } from "./useTimeline";

export function RowName({ row, onToggle }: { row: TimelineRow; onToggle: (key: string) => void }) {
  switch (row.kind) {
    case "project":
      return <ProjectName row={row} onToggle={onToggle} />;
    case "task":
      return <TaskName placed={row.item} people={row.people} />;
    case "lane":
      return row.subject ? <SubjectName subject={row.subject} row={row} /> : <div className={classes.name} />;
    case "coming":
      return <SeriesName row={row} />;
    case "fold":
      return <FoldName row={row} onToggle={onToggle} />;
    case "undated":
      return <UndatedName placed={row.placed} people={row.people} />;
  }
}

type RowOf<Kind extends TimelineRow["kind"]> = Extract<TimelineRow, { kind: Kind }>;

function Chevron({ open }: { open: boolean }) {
  return (
    <IconChevronDown size={14} stroke={1.75} aria-hidden data-open={open || undefined} className={classes.chevron} />
  );
}

function Fold({ open, onClick, label }: { open: boolean; onClick: () => void; label: string }) {
  return (
    <UnstyledButton className={classes.fold} aria-expanded={open} aria-label={label} onClick={onClick}>
      <Chevron open={open} />
    </UnstyledButton>
  );
}

function ProjectName({ row, onToggle }: { row: RowOf<"project">; onToggle: (key: string) => void }) {
  const { percent } = useFormat();
  const { project } = row;
  return (
    <div className={classes.name} data-group>
      <Fold open={row.open} label={project.title} onClick={() => onToggle(row.key)} />
      <i className={classes.dot} style={{ background: toneColor(project.color) }} aria-hidden />
      <span className={classes.words}>
        <TruncatedName>{project.title}</TruncatedName>
      </span>
      <span className={classes.figure}>{percent(row.percent)}</span>
    </div>
  );
}

function TaskName({ placed: { task, project }, people }: { placed: ProjectTask; people: readonly Actor[] }) {
  const { openTask } = useChart();
  return (
    <div className={classes.name} data-sub>
      <button
        type="button"
        className={classes.title}
        tabIndex={-1}
        data-quiet={task.progress >= 100 || undefined}
        onClick={() => openTask(project.id, task.id)}
      >
        <TruncatedName>{task.title}</TruncatedName>
      </button>
      {people.length > 0 && <AvatarStack people={people} size={20} max={2} />}
    </div>
  );
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

function SubjectName({ subject, row }: { subject: RowSubject; row: RowOf<"lane"> }) {
  const text = useText();
  return (
    <div className={classes.name} data-group>
      {subject.kind === "person" && <Avatar person={subject.person} size={24} hasVisibleName />}
      {subject.kind === "group" && <IconUsersGroup {...icon} />}
      {subject.kind === "nobody" && <IconUserOff {...icon} />}
      {subject.kind === "untagged" && <IconTagOff {...icon} />}
      {subject.kind === "tag" && (
        <i className={classes.dot} style={{ background: toneColor(subject.tag.color) }} aria-hidden />
      )}
      <span className={classes.words}>
        {subject.kind === "person" && <TruncatedName>{subject.person.fullname}</TruncatedName>}
        {subject.kind === "group" && <TruncatedName>{subject.group.title}</TruncatedName>}
        {subject.kind === "tag" && <TruncatedName>{subject.tag.name}</TruncatedName>}
        {subject.kind === "nobody" && <TruncatedName>{text("board.filter.nobody")}</TruncatedName>}
        {subject.kind === "untagged" && <TruncatedName>{text("timeline.untagged")}</TruncatedName>}
      </span>
      {subject.kind === "tag" && <bdi className="key">{subject.project.code}</bdi>}
      {subject.kind === "person" && <WorkloadFigure items={row.all} personId={subject.person.id} />}
    </div>
  );
}

/** Number of dates in the name of a series. */
const namedDates = 3;

function SeriesName({ row: { title, dates } }: { row: RowOf<"coming"> }) {
  const text = useText();
  const { day, list } = useFormat();
  const { openSeries } = useComingDateActions();
  const [first] = dates;
  const nextDays = list(dates.slice(0, namedDates).map(({ date }) => day(date, "medium")));
  return (
    <div className={classes.name} data-sub data-quiet>
      <IconRepeat {...icon} size={14} />
      <UnstyledButton
        className={classes.title}
        aria-label={text("series.comingDates", { title, dates: nextDays })}
        onClick={() => first && openSeries(first)}
      >
        <TruncatedName>{title}</TruncatedName>
      </UnstyledButton>
    </div>
  );
}

function FoldName({ row, onToggle }: { row: RowOf<"fold">; onToggle: (key: string) => void }) {
  const text = useText();
  const { number } = useFormat();
  return (
    <div className={classes.name} data-sub data-quiet>
      <UnstyledButton className={classes.words} aria-expanded={row.open} onClick={() => onToggle(row.key)}>
        <span className={classes.fold}>
          <Chevron open={row.open} />
        </span>
        {text(`timeline.${row.what}`)}
      </UnstyledButton>
      <span className={classes.figure}>{number(row.count)}</span>
    </div>
  );
}

/** An undated task: its name can be dragged onto the axis, or a button plans it for today or the nearest project day. */
function UndatedName({ placed: { task, project }, people }: { placed: ProjectTask; people: readonly Actor[] }) {
  const text = useText();
  const scope = useChart();
  const { drop } = usePendingBars(scope);
  const plan = () => {
    const { start_date, end_date } = project;
    let day = scope.today;
    if (start_date !== null) day = Math.max(day, dayNumber(start_date));
    if (end_date !== null) day = Math.min(day, dayNumber(end_date));
    scope.holder.take(task, project, "keyboard", "place", null);
    scope.holder.place({ from: day, to: day, dueOnly: false });
    drop(scope.holder.release());
  };
  return (
    <div className={classes.name} data-sub data-movable={project.can.edit || undefined}>
      {project.can.edit && <IconGripVertical size={14} stroke={1.75} aria-hidden className={classes.gripIcon} />}
      <UnstyledButton className={classes.title} onClick={() => scope.openTask(project.id, task.id)}>
        <TruncatedName>{task.title}</TruncatedName>
      </UnstyledButton>
      {people.length > 0 && <AvatarStack people={people} size={20} max={2} />}
      {project.can.edit && (
        <ActionIcon size={24} aria-label={text("timeline.plan", { key: task.key })} onClick={plan}>
          <IconCalendarPlus size={14} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  );
}
