import { Button, SegmentedControl, Select } from "@mantine/core";
import { IconCalendarShare } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { isValidDay } from "../../../../shared/kernel/fields";
import { listTeamLeave } from "../../../../shared/requests/leave/cover/team-calendar.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import { useEndpoint } from "../../../platform/query";
import { useToday } from "../../../platform/today";
import { useAddress } from "../../../platform/address/useAddress";
import { EmptyState } from "../../../ui/states/EmptyState";
import { PageHead, Toolbar } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { CoverShortfall } from "./CoverShortfall";
import { LeavePagination } from "../LeavePagination";
import { CalendarFeeds } from "../calendar/CalendarFeeds";
import { CoverSettings } from "./CoverSettings";
import { LeaveTabs } from "../types/LeaveTabs";
import { RangeNavigation } from "./RangeNavigation";
import { TeamCalendar } from "./TeamCalendar";
import { TeamLegend } from "./TeamLegend";
import classes from "../types/leave.module.css";
import { clearButton } from "../../../ui/fields/clear-button";
import { rangeAround, type TeamView, teamViews } from "./team-range";

function useTeamAddress() {
  const today = useToday();
  const [search, setSearch] = useAddress();
  const view: TeamView = teamViews.find((one) => one === search.get("view")) ?? "month";
  const at = search.get("at");
  const set = (change: Record<string, string | null>) =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      for (const [name, value] of Object.entries({ page: null, ...change })) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    });
  return {
    view,
    day: at && isValidDay(at) ? at : today,
    today,
    department: Number(search.get("department")) || null,
    page: Number(search.get("page")) || 1,
    set,
  };
}

export function TeamOverview() {
  const text = useText();
  const { day: dayText, number } = useFormat();
  const { view, day, today, department, page, set } = useTeamAddress();
  const [isFeedDialogOpen, setFeeds] = useState(false);
  const range = rangeAround(day, view);
  const teamQuery = { from: range.from, to: range.to, department_id: department ?? undefined, page, per_page: 50 };
  const query = useEndpoint(listTeamLeave, { query: teamQuery }, { placeholderData: keepPreviousData });
  const departments = query.data?.data.departments ?? [];
  const title = `${dayText(range.from, "monthYear")}${view === "month" ? "" : ` – ${dayText(range.to, "monthYear")}`}`;
  return (
    <>
      <PageHead title={text("title.leave")} tabs={<LeaveTabs tab="team" />}>
        {query.data?.data.can.set_cover && <CoverSettings departments={departments} />}
        <Button leftSection={<IconCalendarShare size={16} stroke={1.75} aria-hidden />} onClick={() => setFeeds(true)}>
          {text("feed.open")}
        </Button>
      </PageHead>
      <Toolbar>
        <SegmentedControl
          size="xs"
          aria-label={text("team.view")}
          value={view}
          onChange={(value) => set({ view: value === "month" ? null : value })}
          data={teamViews.map((one) => ({ value: one, label: text(`team.view.${one}`) }))}
        />
        <RangeNavigation day={day} view={view} today={today} onStep={(at) => set({ at: at === today ? null : at })} />
        {departments.length > 1 && (
          <Select
            size="xs"
            clearable
            clearButtonProps={clearButton(text("team.anyDepartment"))}
            aria-label={text("team.department")}
            placeholder={text("team.anyDepartment")}
            value={department === null ? null : String(department)}
            onChange={(value) => set({ department: value })}
            data={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <TeamLegend />
      </Toolbar>
      <div className={classes.page} data-above-toasts>
        <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("leave.failed")}>
          {({ data: team, meta }) =>
            team.people.length === 0 ? (
              <EmptyState title={text("team.nobody")} />
            ) : (
              <>
                <Panel title={title} count={number(meta.total)}>
                  <TeamCalendar team={team} range={range} view={view} />
                </Panel>
                <CoverShortfall team={team} />
                <LeavePagination
                  mt="md"
                  page={Math.min(page, meta.last_page)}
                  lastPage={meta.last_page}
                  onChange={(next) => set({ page: next === 1 ? null : String(next) })}
                />
              </>
            )
          }
        </QueryBoundary>
      </div>
      <CalendarFeeds opened={isFeedDialogOpen} onClose={() => setFeeds(false)} />
    </>
  );
}
