import { type CSSProperties, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import type { TeamMember, listTeamLeave } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { type LeaveSpan, weekdayOf } from "../../../../shared/requests/leave/calendar/days.rules";
import { paths } from "../../../platform/paths";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useCurrentUser } from "../../../platform/session";
import { useToday } from "../../../platform/today";
import { Avatar } from "../../../ui/signs/Avatar";
import classes from "./TeamCalendar.module.css";
import { type GridLines, gridLinesOf, gridRowsOf, type TeamRange, type TeamView } from "./team-range";
import { useLeaveTexts } from "../types/useLeaveTexts";

type Team = ReplyOf<typeof listTeamLeave>["data"];
type Leave = TeamMember["leaves"][number];

interface TeamCalendarProps {
  team: Team;
  range: TeamRange;
  view: TeamView;
  requestedLeave?: LeaveSpan | null;
  /** Id of the employee for whom the leave in `requestedLeave` is requested; defaults to the signed-in user. */
  requestedForId?: number | null;
}

/** Scrolls to the requested days, or to today. */
function scrollToDays(box: HTMLElement, isRequested: boolean): void {
  const mark = box.querySelector(isRequested ? '[data-state="asked"]' : "[data-today]");
  // The first day is at the left in every language, which isn't where a right-to-left box starts.
  if (!mark) return box.scrollTo({ left: -box.scrollWidth });
  const [outer, inner] = [box.getBoundingClientRect(), mark.getBoundingClientRect()];
  // The names cover the start of the box; days that don't fit beside them are visibleLeaves from their start.
  const names = box.querySelector<HTMLElement>("li > :first-child")?.offsetWidth ?? 0;
  const spare = Math.max(0, outer.width - names - inner.width) / 2;
  const isRtl = getComputedStyle(box).direction === "rtl";
  box.scrollLeft += inner.left - outer.left - spare - (isRtl ? 0 : names);
}

/** One row per employee and one column per day; exposed to screen readers as a list of employees with their leave. */
export function TeamCalendar({ team, range, view, requestedLeave = null, requestedForId = null }: TeamCalendarProps) {
  const text = useText();
  const me = useCurrentUser();
  const place = useRef<HTMLElement>(null);
  const about = requestedLeave ? `${requestedLeave.start_date} ${requestedLeave.end_date}` : "";
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    scrollToDays(box, about !== "");
    // The box becomes narrower when the balance and the route appear beside it.
    let { clientWidth } = box;
    const observer = new ResizeObserver(() => {
      if (box.clientWidth === clientWidth) return;
      ({ clientWidth } = box);
      scrollToDays(box, about !== "");
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [about, range.from, view]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable calendar must be reachable by keyboard
    <section ref={place} className={classes.scroll} tabIndex={0} aria-label={text("team.calendar")}>
      <div className={classes.calendar} data-view={view} style={{ "--days": range.days.length } as CSSProperties}>
        <Head team={team} range={range} view={view} />
        <ul className={classes.people}>
          {team.people.map((member) => (
            <li key={member.person.id}>
              <span className={classes.name}>
                <Avatar person={member.person} size={20} hasVisibleName />
                <bdi className="clip">{member.person.id === me.id ? text("team.you") : member.person.fullname}</bdi>
              </span>
              <Track
                member={member}
                range={range}
                requestedLeave={member.person.id === (requestedForId ?? me.id) ? requestedLeave : null}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface TrackProps {
  member: TeamMember;
  range: TeamRange;
  requestedLeave: LeaveSpan | null;
}

/** The leave of one employee. */
function Track({ member, range, requestedLeave }: TrackProps) {
  const visibleLeaves = member.leaves.flatMap((leave) => {
    const lines = gridLinesOf(leave, range);
    return lines ? [{ leave, lines }] : [];
  });
  const requestedLines = requestedLeave && gridLinesOf(requestedLeave, range);
  const rows = gridRowsOf([...visibleLeaves.map(({ lines }) => lines), ...(requestedLines ? [requestedLines] : [])]);
  const rowCount = Math.max(1, ...rows);
  return (
    <ol className={`${classes.track} time-axis`}>
      {member.free.map((date) => (
        <FreeDay key={date} date={date} range={range} rowCount={rowCount} />
      ))}
      {visibleLeaves.map(({ leave, lines }, at) => (
        <Bar
          key={`${leave.start_date} ${leave.part?.start_time ?? leave.start_half}`}
          leave={leave}
          style={barStyle(lines, rows[at])}
        />
      ))}
      {requestedLines && <RequestedBar style={barStyle(requestedLines, rows.at(-1))} />}
    </ol>
  );
}

function Head({ team, range, view }: Pick<TeamCalendarProps, "team" | "range" | "view">) {
  const { day: dayText, number } = useFormat();
  const today = useToday();
  const nameOf = useNameOf();
  const holidays = new Map(team.holidays.map((holiday) => [holiday.date, nameOf(holiday)]));
  const away = new Map(team.away.map(({ date, people }) => [date, people]));
  const below = new Set(team.below.map(({ date }) => date));
  return (
    <div className={`${classes.head} time-axis`} aria-hidden>
      {range.days.map((date, at) => {
        const off = holidays.has(date) ? "holiday" : team.weekend.includes(weekdayOf(date)) ? "weekend" : undefined;
        const count = away.get(date);
        const isMonthStart = view === "month" || weekdayOf(date) === 1 || at === 0;
        return (
          <span
            key={date}
            data-off={off}
            data-today={date === today || undefined}
            data-below={below.has(date) || undefined}
            title={holidays.get(date)}
          >
            <span className={classes.date}>
              <small>{view === "month" ? dayText(date, "weekday") : isMonthStart ? dayText(date, "month") : ""}</small>
              <b>{isMonthStart ? number(Number(date.slice(8))) : ""}</b>
              <i>{count !== undefined && (view === "month" || below.has(date)) ? number(count) : ""}</i>
            </span>
          </span>
        );
      })}
    </div>
  );
}

const barStyle = ({ start, end }: GridLines, row: CSSProperties["gridRow"]): CSSProperties => ({
  gridColumn: `${start} / ${end}`,
  gridRow: row,
});

function FreeDay({ date, range, rowCount }: { date: string; range: TeamRange; rowCount: number }) {
  const text = useText();
  const { day } = useFormat();
  const lines = gridLinesOf({ start_date: date, end_date: date }, range);
  if (!lines) return null;
  const words = text("team.freeDay", { date: day(date, "long") });
  return (
    <li className={classes.free} style={barStyle(lines, `1 / span ${rowCount}`)} title={words}>
      <span className="sr-only">{words}</span>
    </li>
  );
}

function Bar({ leave, style }: { leave: Leave; style: CSSProperties }) {
  const text = useText();
  const { datesOf } = useLeaveTexts();
  const nameOf = useNameOf();
  const { id, leave_type: type, state } = leave;
  const leaveName = type ? nameOf(type) : text(state === "waiting" ? "team.waiting" : "team.away");
  const words = text(state === "waiting" ? "team.leaveWaiting" : "team.leaveBooked", {
    what: leaveName,
    dates: datesOf(leave),
  });
  return (
    <li style={style}>
      {id === null ? (
        <span className={classes.bar} data-state={state} title={words} dir="auto">
          <span aria-hidden>{leaveName}</span>
          <span className="sr-only">{words}</span>
        </span>
      ) : (
        <Link
          className={classes.bar}
          dir="auto"
          data-state={state}
          title={words}
          aria-label={words}
          to={paths.leave("view", id)}
        >
          {leaveName}
        </Link>
      )}
    </li>
  );
}

function RequestedBar({ style }: { style: CSSProperties }) {
  const text = useText();
  return (
    <li style={style}>
      <span className={classes.bar} data-state="asked">
        {text("team.thisRequest")}
      </span>
    </li>
  );
}
