import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { teamLeave } from "../../../shared/leave/leave-calendar.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useToday } from "../../platform/today";
import { Panel } from "../../ui/Panel";
import type { LeaveValues } from "../leave-form";
import { RangeSteps } from "../RangeSteps";
import { TeamCalendar } from "./TeamCalendar";
import { TeamLegend } from "./TeamLegend";
import { rangeAround } from "./team-range";

/** The team in the month in which one wants to be away, with what one is about to ask for. */
export function FormTeam({ values }: { values: LeaveValues }) {
  const text = useText();
  const { day } = useFormat();
  const today = useToday();
  const [stepped, setStepped] = useState<{ from: string | null; day: string } | null>(null);
  const { start_date, end_date, start_half, end_half } = values;
  // Another first day shows its month, whatever one had leafed to.
  const shown = stepped && stepped.from === start_date ? stepped.day : (start_date ?? today);
  const range = rangeAround(shown, "month");
  const { data } = useEndpoint(
    teamLeave,
    { query: { from: range.from, to: range.to } },
    { placeholderData: keepPreviousData, retry: false },
  );
  if (!data || data.data.people.length < 2) return null;
  const asked =
    start_date && end_date && start_date <= end_date ? { start_date, end_date, start_half, end_half } : null;
  return (
    <Panel
      title={text("team.in", { range: day(range.from, "monthYear") })}
      end={<RangeSteps day={shown} view="month" onStep={(to) => setStepped({ from: start_date, day: to })} />}
    >
      <TeamCalendar team={data.data} range={range} view="month" asked={asked} />
      <div style={{ padding: "var(--s3) var(--s4)" }}>
        <TeamLegend />
      </div>
    </Panel>
  );
}
