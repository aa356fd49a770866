import type { DepartmentAnalytics } from "../../../shared/insights/analytics/department-analytics.contract";
import { roleNameIn } from "../../../shared/kernel/role-names.rules";
import type { MessageId } from "../../platform/intl/catalogues";
import { useFormat, useText } from "../../platform/intl/useText";
import { ChartPanel } from "./ChartPanel";
import { Bars, chartColors } from "./charts";
import { familyLabels } from "./family-labels";
import { useEmptyText } from "./ProjectCharts";
import { useAnalyticsView } from "./useAnalyticsView";
import { useDuration } from "../../ui/fields/useDuration";

interface AnalyticsProps {
  data: DepartmentAnalytics;
}

const monthOf = (month: string) => `${month}-01`;

export function LeaveByMonth({ data: { leave } }: AnalyticsProps) {
  const text = useText();
  const { day } = useFormat();
  const { change } = useAnalyticsView();
  const nothing = useEmptyText();
  const days = text("analytics.chart.stays.days");
  return (
    <ChartPanel
      title={text("analytics.chart.leave")}
      sub={text("analytics.chart.leave.sub")}
      means={text("analytics.department.taken.means")}
      empty={leave.months.every((month) => month.days === 0) ? nothing : null}
      table={{
        columns: [
          { name: text("analytics.by.month"), format: "month" },
          { name: days, format: "number" },
        ],
        rows: leave.months.map((month) => [month.month, { value: month.days, query: month.query ?? undefined }]),
      }}
    >
      <Bars
        data={leave.months.map((month) => ({ x: month.month, days: month.days, query: month.query }))}
        series={[{ name: "days", label: days, color: chartColors[0] }]}
        format={(month) => day(monthOf(month), "shortMonthYear")}
        onPick={({ query }) => query && change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}

const types = ["purchase", "payment", "cash_advance"] as const;

export function SpendChart({ data: { spend } }: AnalyticsProps) {
  const text = useText();
  const { day, money } = useFormat();
  const { change } = useAnalyticsView();
  const nothing = useEmptyText();
  const { currency, months } = spend;
  const names = [...new Set(months.map(({ month }) => month))];
  const of = (month: string, type: string) => months.find((one) => one.month === month && one.type === type);
  const amountOf = (month: string, type: string) => of(month, type)?.amount ?? "0";
  return (
    <ChartPanel
      title={text("analytics.chart.spend")}
      sub={currency === null ? text("analytics.chart.spend.sub") : `${text("analytics.chart.spend.sub")} · ${currency}`}
      means={text("analytics.chart.spend.means")}
      empty={months.length === 0 || currency === null ? nothing : null}
      table={{
        columns: [
          { name: text("analytics.by.month"), format: "month" },
          ...types.map((type) => ({
            name: text(`analytics.spend.${type}`),
            format: { currency: currency ?? "USD" },
          })),
        ],
        rows: names.map((month) => [
          month,
          ...types.map((type) => ({ value: amountOf(month, type), query: of(month, type)?.query ?? undefined })),
        ]),
      }}
    >
      <Bars
        stacked
        formatValue={(value) => money(value, currency ?? "USD")}
        data={names.map((month) => ({
          x: month,
          ...Object.fromEntries(
            types.flatMap((type) => [
              [type, Number(amountOf(month, type))],
              [`${type}.query`, of(month, type)?.query ?? null],
            ]),
          ),
        }))}
        series={types.map((type, at) => ({
          name: type,
          label: text(`analytics.spend.${type}`),
          color: chartColors[at] as string,
        }))}
        format={(month) => day(monthOf(month), "shortMonthYear")}
        onPick={(row, type) => row[`${type}.query`] && change({ list: String(row[`${type}.query`]) }, false)}
      />
    </ChartPanel>
  );
}

export function TimeByProject({ data: { time } }: AnalyticsProps) {
  const text = useText();
  const { change } = useAnalyticsView();
  const nothing = useEmptyText();
  const hours = text("analytics.user.logged");
  const nameOf = (one: DepartmentAnalytics["time"][number]) => one.project?.title ?? text("analytics.time.elsewhere");
  const duration = useDuration();
  return (
    <ChartPanel
      title={text("analytics.chart.projects")}
      sub={text("analytics.chart.projects.sub")}
      means={text("analytics.chart.projects.means")}
      empty={time.length === 0 ? nothing : null}
      table={{
        columns: [{ name: text("analytics.project") }, { name: hours, format: "minutes" }],
        rows: time.map((one) => [nameOf(one), { value: one.minutes, query: one.query ?? undefined }]),
      }}
    >
      <Bars
        data={time.map((one) => ({
          x: one.project?.code ?? text("analytics.time.elsewhere"),
          hours: one.minutes / 60,
          query: one.query,
        }))}
        series={[{ name: "hours", label: hours, color: chartColors[0] }]}
        formatValue={(value) => duration(Math.round(value * 60))}
        horizontal
        onPick={({ query }) => query && change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}

/** Labels of approval steps that are decided by the requester's manager or department head instead of a role. */
const personalSteps: Readonly<Record<string, MessageId>> = {
  manager: "analytics.step.manager",
  head: "analytics.step.head",
};

/** Approval duration per step, as a table, because readers look up steps by name. */
export function ApprovalDurations({ data: { approvals } }: AnalyticsProps) {
  const text = useText();
  const { change } = useAnalyticsView();
  const nothing = useEmptyText();
  const nameOf = ({ family, approver, role }: DepartmentAnalytics["approvals"][number]) => {
    const familyLabel = familyLabels[family as keyof typeof familyLabels];
    const who = role ? roleNameIn(text, role) : text(personalSteps[approver] ?? "analytics.step.person");
    return `${familyLabel ? text(familyLabel) : family}: ${who}`;
  };
  return (
    <ChartPanel
      title={text("analytics.chart.approvals")}
      sub={text("analytics.chart.approvals.sub")}
      means={text("analytics.chart.approvals.means")}
      empty={approvals.length === 0 ? nothing : null}
      table={{
        columns: [
          { name: text("analytics.step") },
          { name: text("analytics.step.count"), format: "number" },
          { name: text("analytics.chart.stays.days"), format: "number" },
        ],
        rows: approvals.map((one) => [
          nameOf(one),
          { value: one.count, query: one.query ?? undefined },
          one.withheld ? { value: null, text: text("analytics.department.withheld") } : one.days,
        ]),
      }}
    >
      <Bars
        data={approvals.map((one) => ({ x: nameOf(one), days: one.days, query: one.query }))}
        onPick={({ query }) => query && change({ list: String(query) }, false)}
        series={[{ name: "days", label: text("analytics.chart.stays.days"), color: chartColors[1] }]}
        horizontal
      />
    </ChartPanel>
  );
}
