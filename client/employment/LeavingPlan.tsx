import { IconCalendarCheck, IconHourglass, IconLock } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type Leaving, readLeaving } from "../../shared/employment/leaving.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { Panel } from "../ui/Panel";
import { DatedEntry, DatedLine } from "../ui/signs/DatedLine";

interface PlanProps {
  userId: number;
  leaving: Leaving;
  lastDay: string | null;
}

/** What happens when, all of it planned until the day. */
export function LeavingPlan({ userId, leaving, lastDay }: PlanProps) {
  const text = useText();
  const { day } = useFormat();
  // What ends depends on the day that is chosen.
  const onThatDay = useEndpoint(
    readLeaving,
    { params: { id: userId }, query: { last_day: lastDay } },
    { enabled: lastDay !== null, placeholderData: keepPreviousData },
  );
  const { ending } = (lastDay !== null && onThatDay.data?.data) || leaving;
  return (
    <Panel title={text("leaving.happens")} padded>
      <DatedLine>
        <DatedEntry day={text("leaving.today")} icon={IconCalendarCheck} planned>
          <b>{text("leaving.happens.planned")}</b>
          <small>{text("leaving.happens.planned.why")}</small>
        </DatedEntry>
        <DatedEntry day={lastDay ? day(lastDay, "medium") : "–"} icon={IconLock} planned>
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
      </DatedLine>
    </Panel>
  );
}
