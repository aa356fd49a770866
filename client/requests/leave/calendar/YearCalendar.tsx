import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { readOwnLeaveYear } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { paths } from "../../../platform/paths";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useToday } from "../../../platform/today";
import { useWeek } from "../../../platform/week";
import { Panel } from "../../../ui/Panel";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { useDayText } from "./useDayText";
import classes from "./YearCalendar.module.css";
import { dayAfterKey, buildYearMonths, sameDayOfMonth, type YearDay, type YearMonth } from "./year-days";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useCan } from "../../../platform/session";

export function YearCalendar() {
  const text = useText();
  const today = useToday();
  const [chosen, setChosen] = useState(today);
  const year = Number(chosen.slice(0, 4));
  const query = useEndpoint(readOwnLeaveYear, { query: { year } }, { placeholderData: keepPreviousData });
  const { first } = useWeek();
  const data = query.data?.data;
  const months = useMemo(() => (data?.year === year ? buildYearMonths(data, first) : null), [data, year, first]);
  const step = (by: 1 | -1) =>
    setChosen(sameDayOfMonth(year + by, Number(chosen.slice(5, 7)), Number(chosen.slice(8))));
  return (
    <div className={classes.panel}>
      <Panel
        title={text("leaveYear.title", { year })}
        end={
          <span className={classes.steps}>
            <ActionIcon aria-label={text("date.previousYear")} onClick={() => step(-1)}>
              <IconChevronLeft size={16} stroke={1.75} className="flip" aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={text("date.nextYear")} onClick={() => step(1)}>
              <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
            </ActionIcon>
          </span>
        }
      >
        <Legend />
        <QueryBoundary query={query} loading={<SkeletonRows rows={4} />} failed={text("leaveYear.failed")}>
          {() => months && <Months months={months} chosen={chosen} today={today} onChoose={setChosen} />}
        </QueryBoundary>
      </Panel>
    </div>
  );
}

function Legend() {
  const text = useText();
  return (
    <p className={classes.legend}>
      {(["booked", "waiting", "holiday"] as const).map((state) => (
        <span key={state}>
          <i data-state={state} aria-hidden />
          {text(`leaveYear.${state}`)}
        </span>
      ))}
    </p>
  );
}

interface MonthsProps {
  months: readonly YearMonth[];
  /** The selected day, which is the only day in the tab order. */
  chosen: string;
  today: string;
  onChoose: (date: string) => void;
}

function Months({ months, chosen, today, onChoose }: MonthsProps) {
  const navigate = useNavigate();
  const canRequestFrom = useCanRequestFrom();
  const container = useRef<HTMLDivElement>(null);
  const days = useMemo(
    () =>
      new Map(months.flatMap(({ weeks }) => weeks.flat()).flatMap((day) => (day ? [[day.date, day] as const] : []))),
    [months],
  );
  const day = days.get(chosen);
  const month = chosen.slice(0, 7);
  useEffect(() => {
    const strip = container.current;
    const monthElement = strip?.querySelector(`[data-month="${month}"]`);
    if (!strip || !monthElement || strip.contains(document.activeElement)) return;
    const [outer, inner] = [strip.getBoundingClientRect(), monthElement.getBoundingClientRect()];
    strip.scrollTop += inner.top - outer.top;
    strip.scrollLeft +=
      getComputedStyle(strip).direction === "rtl" ? inner.right - outer.right : inner.left - outer.left;
  }, [month]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Enter" && day) {
      const [first] = day.leave;
      if (first) void navigate(paths.leave("view", first.leave.id));
      else if (canRequestFrom(day)) void navigate(paths.leaveFrom(day.date));
      return;
    }
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const to = dayAfterKey(chosen, event.key, rtl ? "ArrowLeft" : "ArrowRight");
    if (to === null) return;
    event.preventDefault();
    onChoose(to);
    container.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus();
  };
  return (
    <>
      <div ref={container} className={classes.months}>
        {months.map((one) => (
          <Month key={one.from} month={one} chosen={chosen} today={today} onChoose={onChoose} onKeyDown={onKeyDown} />
        ))}
      </div>
      {day && <DayDetail day={day} />}
    </>
  );
}

interface MonthProps extends Omit<MonthsProps, "months">, Pick<CellProps, "onKeyDown"> {
  month: YearMonth;
}

function Month({ month: { from, weeks }, chosen, today, onChoose, onKeyDown }: MonthProps) {
  const id = useId();
  const { day: dayText } = useFormat();
  return (
    <div className={classes.month} data-month={from.slice(0, 7)}>
      <h3 id={id}>{dayText(from, "monthYear")}</h3>
      <div role="grid" aria-labelledby={id}>
        {weeks.map((week, at) => (
          <div key={at} role="row">
            {week.map((day, weekdayIndex) =>
              day ? (
                <Cell
                  key={day.date}
                  day={day}
                  chosen={day.date === chosen}
                  today={day.date === today}
                  onChoose={onChoose}
                  onKeyDown={onKeyDown}
                />
              ) : (
                <span key={`${at} ${weekdayIndex}`} aria-hidden />
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

interface CellProps {
  day: YearDay;
  chosen: boolean;
  today: boolean;
  onChoose: (date: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

function Cell({ day: { date, off, leave }, day, chosen, today, onChoose, onKeyDown }: CellProps) {
  const { number } = useFormat();
  const { wordsOf } = useDayText();
  return (
    <div
      role="gridcell"
      tabIndex={chosen ? 0 : -1}
      aria-selected={chosen}
      aria-current={today ? "date" : undefined}
      aria-label={wordsOf(day)}
      data-day={date}
      data-off={off ?? undefined}
      onClick={() => onChoose(date)}
      onKeyDown={onKeyDown}
      onFocus={() => chosen || onChoose(date)}
    >
      {leave.map(({ leave: { id, state }, part }) => (
        <i key={id} data-state={state} data-part={part} aria-hidden />
      ))}
      <span aria-hidden>{number(Number(date.slice(8)))}</span>
    </div>
  );
}

/** Whether leave can be requested from a day: a present or future working day without leave. */
function useCanRequestFrom(): (day: YearDay) => boolean {
  const can = useCan();
  const today = useToday();
  return ({ date, off, leave }) => can("leave-request-create") && date >= today && off === null && leave.length === 0;
}

function DayDetail({ day }: { day: YearDay }) {
  const text = useText();
  const { day: dayText } = useFormat();
  const { leaveWords } = useDayText();
  const nameOf = useNameOf();
  const mayAsk = useCanRequestFrom();
  const { date, off, holiday, leave } = day;
  return (
    <div className={classes.detail}>
      <strong>{dayText(date, "long")}</strong>
      {holiday !== null && <bdi>{nameOf(holiday)}</bdi>}
      {off === "weekend" && <span>{text("leave.weekend")}</span>}
      {off === "free" && <span>{text("leave.free.why")}</span>}
      {leave.map((one) => (
        <Link key={one.leave.id} to={paths.leave("view", one.leave.id)}>
          {leaveWords(one)}
        </Link>
      ))}
      {mayAsk(day) && <Link to={paths.leaveFrom(date)}>{text("leaveYear.ask")}</Link>}
    </div>
  );
}
