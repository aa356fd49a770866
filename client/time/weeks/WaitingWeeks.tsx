import { Button } from "@mantine/core";
import { useState } from "react";
import { weekNumber } from "../../../shared/time/days.rules";
import { type Week, waitingWeeks } from "../../../shared/time/week.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Avatar } from "../../ui/signs/Avatar";
import { Panel } from "../../ui/Panel";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { useClock } from "../timer/useClock";
import type { SheetPlace } from "../sheet/useSheet";
import { useWeekActions } from "./useWeekActions";
import classes from "./WaitingWeeks.module.css";

/** So many that one's own time below stays in sight. */
const shownAtFirst = 2;

/** Weeks of others that wait for one's decision; nothing while there are none. */
export function WaitingWeeks({ place }: { place: SheetPlace }) {
  const text = useText();
  const { number } = useFormat();
  const [all, setAll] = useState(false);
  const { data } = useEndpoint(waitingWeeks);
  const weeks = (data?.data ?? []) as Week[];
  if (weeks.length === 0) return null;
  return (
    <Panel title={text("time.waiting")} count={number(weeks.length)}>
      <ul>
        {(all ? weeks : weeks.slice(0, shownAtFirst)).map((week) => (
          <WaitingWeek key={`${week.user.id} ${week.monday}`} week={week} place={place} />
        ))}
      </ul>
      {weeks.length > shownAtFirst && (
        <Button className={classes.more} variant="subtle" color="gray" size="xs" onClick={() => setAll(!all)}>
          {all ? text("dashboard.showFewer") : text("dashboard.showAll", { count: weeks.length })}
        </Button>
      )}
    </Panel>
  );
}

function WaitingWeek({ week, place }: { week: Week; place: SheetPlace }) {
  const text = useText();
  const { number } = useFormat();
  const { hours } = useClock();
  const { approve, pending } = useWeekActions();
  const name = text("time.week", { number: number(weekNumber(week.monday)) });
  return (
    <li className={classes.row}>
      <Avatar person={week.user} named />
      <span className={classes.words}>
        <bdi className={classes.name}>{week.user.fullname}</bdi>
        <span>
          {name}, {hours(week.minutes)}
        </span>
        {week.submitted_at && <RelativeTime at={week.submitted_at} className={classes.at} />}
      </span>
      <Button
        size="xs"
        aria-label={text("time.week.lookAt", { name: week.user.fullname, week: name })}
        onClick={() => place.change({ userId: week.user.id, monday: week.monday })}
      >
        {text("time.week.look")}
      </Button>
      {week.can.approve && (
        <Button
          size="xs"
          loading={pending}
          aria-label={text("time.week.approveOf", { name: week.user.fullname, week: name })}
          onClick={() => approve(week)}
        >
          {text("time.week.approve")}
        </Button>
      )}
    </li>
  );
}
