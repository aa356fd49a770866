import { Button, TextInput } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { type KeyboardEvent, useRef, useState } from "react";
import { readProject } from "../../../../shared/work/projects/projects.contract";
import { addDays } from "../../../../shared/kernel/days";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useToday } from "../../../platform/today";
import { startOfNextWeek, parseDay } from "../../../ui/fields/parse-day";
import { useCalendarProps } from "../../../ui/fields/useCalendarProps";
import { useDayNotation } from "../../../ui/fields/useDayNotation";
import classes from "./DayChooser.module.css";

interface DayChooserProps {
  value: string | null;
  min?: string | null;
  max?: string | null;
  /** Project whose dates limit the day; days outside are marked and can extend the project. */
  projectId?: number;
  /** Whether there is a value to remove, also when `value` is null because several tasks differ. */
  clearable?: boolean;
  startWith?: string;
  /** `extend`: extends the project to include the day. */
  onChange: (day: string | null, extend: boolean) => void;
}

export function DayChooser({
  value,
  min,
  max,
  projectId,
  clearable = value !== null,
  startWith = "",
  onChange,
}: DayChooserProps) {
  const text = useText();
  const { day: dayText } = useFormat();
  const today = useToday();
  const writing = useDayNotation();
  const calendar = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(startWith);
  const [wrong, setWrong] = useState(false);
  const [outside, setOutside] = useState<string | null>(null);
  const query = useEndpoint(readProject, { params: { id: projectId ?? 0 } }, { enabled: projectId !== undefined });
  const project = query.data?.data;
  const [start, end] = [project?.start_date ?? null, project?.end_date ?? null];
  const isOutside = (day: string) => (start !== null && day < start) || (end !== null && day > end);
  const isPossible = (day: string) => (!min || day >= min) && (!max || day <= max);
  const choose = (day: string | null) => {
    if (day !== null && isOutside(day)) setOutside(day);
    else onChange(day, false);
  };
  const read = parseDay(typed, writing);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      calendar.current?.querySelector<HTMLElement>("[data-first]")?.focus();
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (read !== null && isPossible(read)) choose(read);
    else setWrong(true);
  };
  const presets = [
    { day: today, label: text("day.today") },
    { day: addDays(today, 1), label: text("date.tomorrow") },
    { day: startOfNextWeek(today, writing.week), label: text("date.nextWeek") },
  ].filter(({ day }) => isPossible(day));
  const near = start !== null && today < start ? start : end !== null && today > end ? end : today;
  return (
    <>
      <TextInput
        data-autofocus
        // focused immediately so that typed text isn't lost before the popover moves the focus
        autoFocus
        size="xs"
        className={classes.typed}
        aria-label={text("date.type")}
        placeholder={text("date.typeHint")}
        value={typed}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(typed.length, typed.length)}
        error={wrong && text("date.notRead")}
        description={read !== null && dayText(read, "medium")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
          setOutside(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.actions}>
        {presets.map(({ day, label }) => (
          <Button key={label} size="xs" variant="subtle" color="gray" onClick={() => choose(day)}>
            {label}
          </Button>
        ))}
        {clearable && (
          <Button size="xs" variant="subtle" color="gray" aria-label={text("date.clear")} onClick={() => choose(null)}>
            {text("date.remove")}
          </Button>
        )}
      </div>
      <div ref={calendar}>
        <DatePicker
          {...useCalendarProps()}
          value={value}
          defaultDate={value ?? near}
          minDate={min ?? undefined}
          maxDate={max ?? undefined}
          classNames={{ day: classes.day }}
          highlightToday
          hideOutsideDates
          getDayProps={(day) => ({
            ...(day === (value ?? near) ? { "data-first": true } : {}),
            ...(isOutside(day) ? { "data-beyond": true, title: text("task.outsideTimeline") } : {}),
          })}
          allowDeselect
          onChange={choose}
        />
      </div>
      {outside !== null && (
        <OutsideProject
          day={outside}
          project={{ start, end, canEdit: Boolean(project?.can.edit) }}
          onExtend={() => onChange(outside, true)}
        />
      )}
    </>
  );
}

interface OutsideProjectProps {
  day: string;
  project: { start: string | null; end: string | null; canEdit: boolean };
  onExtend: () => void;
}

/** Shows the project's dates, and offers to extend them to users who may edit the project. */
function OutsideProject({ day, project: { start, end, canEdit }, onExtend }: OutsideProjectProps) {
  const text = useText();
  const { day: dayText } = useFormat();
  return (
    <div className={classes.outside} role="alert">
      <p>
        <b>{text("task.outsideTimeline")}</b>
        <br />
        {text("task.projectDates", {
          from: start ? dayText(start, "medium") : "",
          to: end ? dayText(end, "medium") : "",
          open: start === null ? "from" : end === null ? "to" : "none",
        })}
      </p>
      {canEdit && (
        <Button size="xs" variant="filled" onClick={onExtend}>
          {text("task.extendProject", { day: dayText(day, "medium") })}
        </Button>
      )}
    </div>
  );
}
