import { Button } from "@mantine/core";
import { useState } from "react";
import { weekNumber } from "../../../../shared/kernel/days";
import type { TimesheetWeek } from "../../../../shared/work/time/week.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { Avatar } from "../../../ui/signs/Avatar";
import { Panel } from "../../../ui/Panel";
import { RelativeTime } from "../../../ui/signs/RelativeTime";
import { useDurationFormat } from "../timer/useDurationFormat";
import type { SheetView } from "../sheet/useSheet";
import { useLingeringRows } from "../../../ui/kept/useLingeringRows";
import { DecidedNote } from "../../../undo/DecidedNote";
import { useWaitingWeeks } from "./useWaitingWeeks";
import { useWeekActions, weekRowKey } from "./useWeekActions";
import classes from "./WaitingWeeks.module.css";
import tones from "../../../ui/layout/tones.module.css";

/** Number of weeks shown initially, few enough to keep the user's own time in view. */
const shownAtFirst = 2;

export function WaitingWeeks({ place }: { place: SheetView }) {
  const text = useText();
  const { number } = useFormat();
  const [all, setAll] = useState(false);
  const list = useWaitingWeeks();
  const { weeks, total } = list.data ?? { weeks: none, total: 0 };
  const { rows, hold } = useLingeringRows(weeks, weekRowKey);
  if (rows.length === 0) return null;
  return (
    <Panel title={text("time.waiting")} count={number(total)} screenOnly>
      <ul {...hold}>
        {(all ? rows : rows.slice(0, shownAtFirst)).map(({ row, isRemoved }) => (
          <WaitingWeek key={weekRowKey(row)} week={row} isRemoved={isRemoved} place={place} />
        ))}
      </ul>
      {rows.length > shownAtFirst && (
        <Button className={classes.more} variant="subtle" color="gray" size="xs" onClick={() => setAll(!all)}>
          {all ? text("dashboard.showFewer") : text("dashboard.showAll", { count: total })}
        </Button>
      )}
      {all && list.hasNextPage && (
        <Button
          className={classes.more}
          variant="subtle"
          color="gray"
          size="xs"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {text("work.more")}
        </Button>
      )}
    </Panel>
  );
}

const none: readonly TimesheetWeek[] = [];

function WaitingWeek({ week, isRemoved, place }: { week: TimesheetWeek; isRemoved: boolean; place: SheetView }) {
  const text = useText();
  const { number } = useFormat();
  const { hours } = useDurationFormat();
  const { approve, pending } = useWeekActions(week);
  const name = text("time.week", { number: number(weekNumber(week.monday)) });
  if (isRemoved)
    return (
      <li className={classes.row}>
        <Avatar person={week.user} hasVisibleName />
        <DecidedNote row={weekRowKey(week)} />
      </li>
    );
  return (
    <li className={classes.row}>
      <Avatar person={week.user} hasVisibleName />
      <span className={classes.words}>
        <bdi className={classes.name}>{week.user.fullname}</bdi>
        <span>
          {name}, {hours(week.minutes)}
        </span>
        {week.submitted_at && <RelativeTime at={week.submitted_at} className={tones.quiet} />}
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
          onClick={approve}
        >
          {text("time.week.approve")}
        </Button>
      )}
    </li>
  );
}
