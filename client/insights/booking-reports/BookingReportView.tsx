import {
  type BookingReport,
  readBookingReport,
  reportedTypes,
} from "../../../shared/insights/booking-reports/booking-reports.contract";
import { FigureBox } from "../analytics/FigureBox";
import analytics from "../analytics/analytics.module.css";
import { PeriodFilters } from "../analytics/PeriodFilters";
import { ChartGrid } from "../analytics/ChartGrid";
import { useAnalyticsView } from "../analytics/useAnalyticsView";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useAddress } from "../../platform/address/useAddress";
import { Picker } from "../../ui/fields/Picker";
import { FilterPill } from "../../ui/fields/FilterPill";
import { Toolbar } from "../../ui/PageHead";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { HoursOfWeek } from "./HoursOfWeek";
import { ReportList } from "./ReportList";
import { CostByDepartment, NoShows, UsageByResource } from "./UsageCharts";
import { useReportQuery } from "./useReportQuery";
import { busiestHours, useReportFormat } from "./useReportFormat";

export function BookingReportView() {
  const text = useText();
  const { view } = useAnalyticsView();
  const reportQuery = useReportQuery();
  const query = useEndpoint(
    readBookingReport,
    { query: { ...reportQuery, ...(view.compare ? { compare: true } : {}) } },
    { placeholderData: (before) => before },
  );
  return (
    <>
      <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("analytics.failed")}>
        {({ data }) => <Shown data={data} />}
      </QueryBoundary>
      <ReportList currency={query.data?.data.currency ?? null} />
    </>
  );
}

function Shown({ data }: { data: BookingReport }) {
  const text = useText();
  return (
    <>
      <Toolbar wraps>
        <TypePill />
        <BuildingPill buildings={data.buildings} />
        <PeriodFilters period={data} today={data.today} buckets={false} />
      </Toolbar>
      {data.resources.length === 0 ? (
        <EmptyState title={text("bookingReport.none")} text={text("bookingReport.none.why")} />
      ) : (
        <>
          <Figures data={data} />
          <ChartGrid about={[data.from, data.to]}>
            <HoursOfWeek data={data} />
            <UsageByResource data={data} />
            <CostByDepartment data={data} />
            <NoShows data={data} />
          </ChartGrid>
        </>
      )}
    </>
  );
}

function Figures({ data }: { data: BookingReport }) {
  const text = useText();
  const { number, percent, money } = useFormat();
  const { hours, shortHour } = useReportFormat();
  const { figures, cost, currency } = data;
  const shares = { bookings: number, minutes: hours, use: percent, no_shows: number } as const;
  const [busiest] = busiestHours(data.hours);
  const formatOrNull = (value: number | null, how: (value: number) => string) => (value === null ? null : how(value));
  return (
    <div className={analytics.figures}>
      {(["bookings", "minutes", "use", "no_shows"] as const).map((name) => (
        <FigureBox
          key={name}
          label={text(`bookingReport.figure.${name}`)}
          means={text(`bookingReport.figure.${name}.means`)}
          figure={figures[name]}
          formatted={formatOrNull(figures[name].value, shares[name])}
          previous={formatOrNull(figures[name].previous, shares[name])}
          note={
            name === "no_shows" && figures.no_shows.previous === null
              ? text("bookingReport.ofExpected", { count: figures.expected })
              : undefined
          }
        />
      ))}
      <FigureBox
        label={text("bookingReport.figure.busiest")}
        means={text("bookingReport.figure.busiest.means")}
        figure={{ value: busiest?.minutes ?? null, previous: null, query: busiest?.query ?? null }}
        formatted={busiest ? shortHour(busiest) : null}
        note={busiest && hours(busiest.minutes)}
      />
      {cost && currency && (
        <FigureBox
          label={text("bookingReport.figure.cost")}
          means={text("bookingReport.figure.cost.means")}
          figure={{ value: null, previous: null, query: cost.query }}
          formatted={money(cost.amount, currency)}
          previous={cost.previous && money(cost.previous, currency)}
        />
      )}
    </div>
  );
}

/** Sets a filter in the URL and closes the open list, which belongs to the previous filters. */
function useChange() {
  const [, setSearch] = useAddress();
  return (name: string, value: string) =>
    setSearch(
      (now) => {
        if (value === "all") now.delete(name);
        else now.set(name, value);
        now.delete("list");
        // Cars have no building: choosing cars clears the building filter, and choosing a building clears the type filter.
        if (name === "type" && value === "car") now.delete("building");
        if (name === "building" && value !== "all") now.delete("type");
        return now;
      },
      { replace: true },
    );
}

function TypePill() {
  const text = useText();
  const change = useChange();
  const { bookable_type: chosen } = useReportQuery();
  const labelOf = (value: "all" | "room" | "car") =>
    value === "all" ? text("bookingReport.type.all") : text(`bookingReport.types.${value}`);
  return (
    <Picker
      options={(["all", ...reportedTypes] as const).map((value) => ({ value, label: labelOf(value) }))}
      chosen={[chosen ?? "all"]}
      onPick={(value) => change("type", value)}
      searchLabel={text("bookingReport.type")}
    >
      {(button) => (
        <FilterPill label={text("bookingReport.type")} value={labelOf((chosen ?? "all") as "room")} {...button} />
      )}
    </Picker>
  );
}

function BuildingPill({ buildings }: { buildings: BookingReport["buildings"] }) {
  const text = useText();
  const change = useChange();
  const { building_id } = useReportQuery();
  const all = text("bookingReport.building.all");
  const currentBuilding = buildings.find(({ id }) => id === building_id);
  return (
    <Picker
      options={[{ value: "all", label: all }, ...buildings.map(({ id, name }) => ({ value: String(id), label: name }))]}
      chosen={[currentBuilding ? String(currentBuilding.id) : "all"]}
      onPick={(value) => change("building", value)}
      searchLabel={text("place.building")}
    >
      {(button) => (
        <FilterPill label={text("place.building")} value={<bdi>{currentBuilding?.name ?? all}</bdi>} {...button} />
      )}
    </Picker>
  );
}
