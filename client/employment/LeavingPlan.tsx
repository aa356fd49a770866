import { IconCalendarCheck, IconHourglass, IconLock } from "@tabler/icons-react";
import type { Leaving } from "../../shared/employment/leaving.contract";
import { useFormat, useText } from "../platform/intl/useText";
import { Panel } from "../ui/Panel";
import { DatedEntry, DatedLine } from "../ui/signs/DatedLine";

interface PlanProps {
  leaving: Leaving;
  lastDay: string | null;
}

/** What happens when, all of it planned until the day. */
export function LeavingPlan({ leaving, lastDay }: PlanProps) {
  const text = useText();
  const { day } = useFormat();
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
        {leaving.ending.length > 0 && (
          <DatedEntry day={null} icon={IconHourglass} planned>
            <b>{text("leaving.happens.ends")}</b>
            {leaving.ending.map(({ kind, count }) => (
              <small key={kind}>{text(`leaving.ending.${kind}`, { count })}</small>
            ))}
          </DatedEntry>
        )}
      </DatedLine>
    </Panel>
  );
}
