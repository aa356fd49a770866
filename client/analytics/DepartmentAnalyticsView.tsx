import { useSearchParams } from "react-router-dom";
import {
  type DepartmentAnalytics,
  readDepartmentAnalytics,
} from "../../shared/analytics/department-analytics.contract";
import { fewestPeople } from "../../shared/analytics/withheld.rules";
import { useFormat, useText } from "../platform/intl/useText";
import { useEndpoint } from "../platform/query";
import { useAddress } from "../platform/address/useAddress";
import { Picker } from "../tasks/fields/Picker";
import { FilterPill } from "../ui/fields/FilterPill";
import { Toolbar } from "../ui/PageHead";
import { EmptyState } from "../ui/states/EmptyState";
import { QueryBoundary } from "../ui/states/QueryBoundary";
import { SkeletonRows } from "../ui/states/Skeleton";
import classes from "./analytics.module.css";
import { Approvals, LeaveByMonth, Spend, TimeByProject } from "./DepartmentCharts";
import { BookingUse, Budgets } from "./DepartmentResources";
import { DepartmentList } from "./DepartmentList";
import { FigureBox } from "./FigureBox";
import { PeriodFilters } from "./PeriodFilters";
import { Panels } from "./PrintPatterns";
import { ReportSwitch } from "./ReportSwitch";
import { askedOf, useAnalyticsView } from "./useAnalyticsView";

/** A department, or the organisation. */
export function DepartmentAnalyticsView() {
  const text = useText();
  const { view } = useAnalyticsView();
  const [search] = useSearchParams();
  const department = Number(search.get("department")) || undefined;
  const { from, to } = askedOf(view);
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
  const few = data.people < fewestPeople;
  return (
    <>
      <Toolbar>
        <DepartmentPill data={data} />
        <PeriodFilters period={data} today={data.today} buckets={false} compares={false} />
        {!data.withheld && <ReportSwitch screen="department" subjectId={data.department_id} period={data} />}
      </Toolbar>
      {data.withheld ? (
        <EmptyState
          title={text(few ? "analytics.department.withheld" : "analytics.department.withheld.kept")}
          text={text(few ? "analytics.department.withheld.why" : "analytics.department.withheld.others", {
            count: fewestPeople,
          })}
        />
      ) : (
        <>
          <DepartmentFigures data={data} />
          <Panels>
            <LeaveByMonth data={data} />
            <Spend data={data} />
            <TimeByProject data={data} />
            <Approvals data={data} />
            <Budgets data={data} />
            <BookingUse data={data} />
          </Panels>
        </>
      )}
    </>
  );
}

function DepartmentFigures({ data: { people, people_query, leave } }: { data: DepartmentAnalytics }) {
  const text = useText();
  const { number, percent } = useFormat();
  const said = (value: number) => number(value, { maximumFractionDigits: 1 });
  const figures = [
    ["people", people, said, people_query],
    ["taken", leave.taken, said, leave.taken_query],
    ["planned", leave.planned, said, leave.planned_query],
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
          shown={value === null ? null : say(value)}
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
  const shown = data.departments.find(({ id }) => id === data.department_id);
  return (
    <Picker
      options={[
        { value: "all", label: all },
        ...data.departments.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      chosen={[shown ? String(shown.id) : "all"]}
      onPick={pick}
      searchLabel={text("analytics.department.choose")}
    >
      {(button) => (
        <FilterPill label={text("analytics.department")} value={<bdi>{shown?.name ?? all}</bdi>} {...button} />
      )}
    </Picker>
  );
}
