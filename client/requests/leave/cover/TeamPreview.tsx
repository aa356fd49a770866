import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { type TeamMember, listTeamLeave } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useToday } from "../../../platform/today";
import { Panel } from "../../../ui/Panel";
import { RangeNavigation } from "./RangeNavigation";
import { TeamCalendar } from "./TeamCalendar";
import { TeamLegend } from "./TeamLegend";
import { rangeAround, type RequestedValues, requestedSpanOf } from "./team-range";

type Person = TeamMember["person"];

interface TeamPreviewProps {
  values: RequestedValues;
  person: Person | null;
}

export function TeamPreview({ values, person }: TeamPreviewProps) {
  const text = useText();
  const { day } = useFormat();
  const today = useToday();
  const [stepped, setStepped] = useState<{ from: string | null; day: string } | null>(null);
  const { start_date } = values;
  // A new first day shows its month, overriding manual paging.
  const firstDay = stepped && stepped.from === start_date ? stepped.day : (start_date ?? today);
  const range = rangeAround(firstDay, "month");
  const { data } = useEndpoint(
    listTeamLeave,
    { query: { from: range.from, to: range.to } },
    { placeholderData: keepPreviousData, retry: false },
  );
  if (!data || data.data.people.length < 2) return null;
  // The server returns only the first page of employees, so the requester is added if missing.
  const isListed = !person || data.data.people.some((one) => one.person.id === person.id);
  const people = isListed
    ? data.data.people
    : [{ person, department_id: null, free: [], leaves: [] }, ...data.data.people];
  const requestedSpan = requestedSpanOf(values);
  return (
    <Panel
      title={text("team.in", { range: day(range.from, "monthYear") })}
      end={<RangeNavigation day={firstDay} view="month" onStep={(to) => setStepped({ from: start_date, day: to })} />}
    >
      <TeamCalendar
        team={{ ...data.data, people }}
        range={range}
        view="month"
        requestedLeave={requestedSpan}
        requestedForId={person?.id}
      />
      <div style={{ padding: "var(--s3) var(--s4)" }}>
        <TeamLegend />
      </div>
    </Panel>
  );
}
