import { IconCalendarCheck, IconHourglass, IconLock } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type Leaving, readLeaving } from "../../../shared/people/employment/leaving.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useDuration } from "../../ui/fields/useDuration";
import { Panel } from "../../ui/Panel";
import { DatedEntry, DatedList } from "../../ui/signs/DatedList";
import { useNameOf } from "../../platform/intl/useNameOf";
import classes from "./LeavingWizard.module.css";

interface PlanProps {
  userId: number;
  leaving: Leaving;
  lastDay: string | null;
  /** Whether the account is closed on confirmation instead of on the last day. */
  atOnce: boolean;
}

/** Kinds of items that depend on the last day and can't be determined without it. */
const byDay: readonly string[] = ["leave", "changes"];

export function LeavingPlan({ userId, leaving, lastDay, atOnce }: PlanProps) {
  const text = useText();
  const { day } = useFormat();
  // The items that end depend on the chosen day.
  const onThatDay = useEndpoint(
    readLeaving,
    { params: { id: userId }, query: { last_day: lastDay } },
    { enabled: lastDay !== null, placeholderData: keepPreviousData },
  );
  const { ending: all, leave } = (lastDay !== null && onThatDay.data?.data) || leaving;
  const ending = all.filter(({ kind }) => lastDay !== null || !byDay.includes(kind));
  return (
    <>
      <Panel title={text("leaving.happens")} padded>
        <DatedList>
          <DatedEntry day={text("leaving.today")} icon={IconCalendarCheck} planned>
            <b>{text(atOnce ? "leaving.happens.atOnce" : "leaving.happens.planned")}</b>
            <small>{text("leaving.happens.planned.why")}</small>
          </DatedEntry>
          <DatedEntry
            day={atOnce ? null : lastDay ? text("leaving.happens.after", { day: day(lastDay, "medium") }) : "–"}
            icon={IconLock}
            planned
          >
            <b>{text("leaving.happens.closes")}</b>
            <small>{text("leaving.happens.closes.why")}</small>
          </DatedEntry>
          {ending.length > 0 && (
            <DatedEntry day={null} icon={IconHourglass} planned>
              <b>{text("leaving.happens.ends")}</b>
              {ending.map(({ kind, count }) => (
                <small key={kind}>{text(`leaving.ending.${kind}`, { count })}</small>
              ))}
            </DatedEntry>
          )}
        </DatedList>
      </Panel>
      {lastDay !== null && <RemainingLeave leave={leave} lastDay={lastDay} />}
    </>
  );
}

function RemainingLeave({ leave, lastDay }: { leave: Leaving["leave"]; lastDay: string }) {
  const text = useText();
  const nameOf = useNameOf();
  const { day, number } = useFormat();
  const duration = useDuration();
  const timeOf = (hours: number) => duration(Math.round(hours * 60));
  if (leave.length === 0) return null;
  return (
    <Panel title={text("leaving.leave", { day: day(lastDay, "medium") })} padded>
      <dl className={classes.left}>
        {leave.map(({ leave_type: type, allowance, left }) => (
          <div key={type.id}>
            <dt>
              <bdi>{nameOf(type)}</bdi>
              <small>
                {type.unit === "hours"
                  ? text("leaving.leave.allowance.hours", { time: timeOf(allowance) })
                  : text("leaving.leave.allowance", { count: allowance, days: number(allowance) })}
              </small>
            </dt>
            <dd data-overdrawn={left < 0 || undefined}>
              {type.unit === "hours"
                ? text(left < 0 ? "leaving.leave.over.hours" : "leaving.leave.left.hours", {
                    time: timeOf(Math.abs(left)),
                  })
                : text(left < 0 ? "leaving.leave.over" : "leaving.leave.left", {
                    count: Math.abs(left),
                    days: number(Math.abs(left)),
                  })}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>{text("leaving.leave.why")}</p>
    </Panel>
  );
}
