import { useSearchParams } from "react-router-dom";
import {
  type DepartmentAnalytics,
  readDepartmentAnalytics,
} from "../../../shared/insights/analytics/department-analytics.contract";
import { minGroupSize } from "../../../shared/insights/analytics/withheld.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useAddress } from "../../platform/address/useAddress";
import { Toolbar } from "../../ui/PageHead";
import { EmptyState } from "../../ui/states/EmptyState";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./analytics.module.css";
import { ApprovalDurations, LeaveByMonth, SpendChart, TimeByProject } from "./DepartmentCharts";
import { BookingUsage, DepartmentBudgets } from "./DepartmentResources";
import { DepartmentList } from "./DepartmentList";
import { FigureBox } from "./FigureBox";
import { PeriodFilters } from "./PeriodFilters";
import { ChartGrid } from "./ChartGrid";
import { ReportDelivery } from "./ReportDelivery";
import { analyticsQueryOf, useAnalyticsView } from "./useAnalyticsView";
import { FilterPicker } from "../../ui/fields/FilterPicker";

export function DepartmentAnalyticsView() {
  const text = useText();
  const { view } = useAnalyticsView();
  const [search] = useSearchParams();
  const department = Number(search.get("department")) || undefined;
  const { from, to } = analyticsQueryOf(view);
  const query = useEndpoint(
    readDepartmentAnalytics,
    {
      query: { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(department ? { department_id: department } : {}) },
    },
    { placeholderData: (before) => before },
  );
  return (
    <>
      <QueryBoundary query={query} loading={<SkeletonRows rows={8} />} failed={text("analytics.failed")}>
        {({ data }) => <Shown data={data} />}
      </QueryBoundary>
      <DepartmentList currency={query.data?.data.spend.currency ?? null} />
    </>
  );
}

function Shown({ data }: { data: DepartmentAnalytics }) {
  const text = useText();
  const few = data.people < minGroupSize;
  return (
    <>
      <Toolbar>
        <DepartmentPill data={data} />
        <PeriodFilters period={data} today={data.today} buckets={false} compares={false} />
        {!data.withheld && <ReportDelivery screen="department" subjectId={data.department_id} period={data} />}
      </Toolbar>
      {data.withheld ? (
        <EmptyState
          title={text(few ? "analytics.department.withheld" : "analytics.department.withheld.kept")}
          text={text(few ? "analytics.department.withheld.why" : "analytics.department.withheld.others", {
            count: minGroupSize,
          })}
        />
      ) : (
        <>
          <DepartmentFigures data={data} />
          <ChartGrid about={[nameOf(data) ?? text("analytics.department.all"), data.from, data.to]}>
            <LeaveByMonth data={data} />
            <SpendChart data={data} />
            <TimeByProject data={data} />
            <ApprovalDurations data={data} />
            <DepartmentBudgets data={data} />
            <BookingUsage data={data} />
          </ChartGrid>
        </>
      )}
    </>
  );
}

const nameOf = ({ departments, department_id }: DepartmentAnalytics) =>
  departments.find(({ id }) => id === department_id)?.name;

function DepartmentFigures({ data: { people, people_query, leave } }: { data: DepartmentAnalytics }) {
  const text = useText();
  const { number, percent } = useFormat();
  const format = (value: number) => number(value, { maximumFractionDigits: 1 });
  const figures = [
    ["people", people, format, people_query],
    ["taken", leave.taken, format, leave.taken_query],
    ["planned", leave.planned, format, leave.planned_query],
    ["absence", leave.absence, percent, leave.absence_query],
  ] as const;
  return (
    <div className={classes.figures}>
      {figures.map(([name, value, say, query]) => (
        <FigureBox
          key={name}
          label={text(`analytics.department.${name}`)}
          means={text(`analytics.department.${name}.means`)}
          figure={{ value, previous: null, query }}
          formatted={value === null ? null : say(value)}
        />
      ))}
    </div>
  );
}

function DepartmentPill({ data }: { data: DepartmentAnalytics }) {
  const text = useText();
  const [, setSearch] = useAddress();
  const all = text("analytics.department.all");
  const pick = (value: string) =>
    setSearch((now) => {
      if (value === "all") now.delete("department");
      else now.set("department", value);
      now.delete("list");
      return now;
    });
  const currentDepartment = data.departments.find(({ id }) => id === data.department_id);
  return (
    <FilterPicker
      label={text("analytics.department")}
      value={<bdi>{currentDepartment?.name ?? all}</bdi>}
      options={[
        { value: "all", label: all },
        ...data.departments.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      chosen={[currentDepartment ? String(currentDepartment.id) : "all"]}
      onPick={pick}
      searchLabel={text("analytics.department.choose")}
    />
  );
}
