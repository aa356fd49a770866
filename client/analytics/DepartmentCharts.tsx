import type { DepartmentAnalytics } from "../../shared/analytics/department-analytics.contract";
import type { MessageId } from "../platform/intl/catalogues";
import { useFormat, useText } from "../platform/intl/useText";
import { ChartPanel } from "./ChartPanel";
import { Bars, chartColors } from "./charts";
import { familyWords } from "./families";
import { useNothing } from "./ProjectCharts";
import { useAnalyticsView } from "./useAnalyticsView";

interface Of {
  data: DepartmentAnalytics;
}

const monthOf = (month: string) => `${month}-01`;

export function LeaveByMonth({ data: { leave } }: Of) {
  const text = useText();
  const { day, number } = useFormat();
  const { change } = useAnalyticsView();
  const nothing = useNothing();
  const days = text("analytics.chart.stays.days");
  const said = (value: number) => number(value, { maximumFractionDigits: 1 });
  return (
    <ChartPanel
      title={text("analytics.chart.leave")}
      sub={text("analytics.chart.leave.sub")}
      means={text("analytics.department.taken.means")}
      empty={leave.months.every((month) => month.days === 0) ? nothing : null}
      table={{
        head: [text("analytics.by.month"), days],
        rows: leave.months.map((month) => [
          day(monthOf(month.month), "monthYear"),
          { text: said(month.days), query: month.query ?? undefined },
        ]),
      }}
    >
      <Bars
        data={leave.months.map((month) => ({ x: month.month, days: month.days, query: month.query }))}
        series={[{ name: "days", label: days, color: chartColors[0] }]}
        format={(month) => day(monthOf(month), "month")}
        onPick={({ query }) => query && change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}

const types = ["purchase", "payment", "cash_advance"] as const;

export function Spend({ data: { spend } }: Of) {
  const text = useText();
  const { day, money } = useFormat();
  const { change } = useAnalyticsView();
  const nothing = useNothing();
  const { currency, months } = spend;
  const names = [...new Set(months.map(({ month }) => month))];
  const of = (month: string, type: string) => months.find((one) => one.month === month && one.type === type);
  const amountOf = (month: string, type: string) => of(month, type)?.amount ?? "0";
  return (
    <ChartPanel
      title={text("analytics.chart.spend")}
      sub={text("analytics.chart.spend.sub")}
      means={text("analytics.chart.spend.means")}
      empty={months.length === 0 || currency === null ? nothing : null}
      table={{
        head: [text("analytics.by.month"), ...types.map((type) => text(`analytics.spend.${type}`))],
        rows: names.map((month) => [
          day(monthOf(month), "monthYear"),
          ...types.map((type) => ({
            text: money(amountOf(month, type), currency ?? "USD"),
            query: of(month, type)?.query ?? undefined,
          })),
        ]),
      }}
    >
      <Bars
        stacked
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
        format={(month) => day(monthOf(month), "month")}
        onPick={(row, type) => row[`${type}.query`] && change({ list: String(row[`${type}.query`]) }, false)}
      />
    </ChartPanel>
  );
}

export function TimeByProject({ data: { time } }: Of) {
  const text = useText();
  const { change } = useAnalyticsView();
  const { number } = useFormat();
  const nothing = useNothing();
  const hours = text("analytics.user.logged");
  const nameOf = (one: DepartmentAnalytics["time"][number]) => one.project?.title ?? text("analytics.time.elsewhere");
  const said = (minutes: number) =>
    text("analytics.hours", { hours: number(minutes / 60, { maximumFractionDigits: 1 }) });
  return (
    <ChartPanel
      title={text("analytics.chart.projects")}
      sub={text("analytics.chart.projects.sub")}
      means={text("analytics.chart.projects.means")}
      empty={time.length === 0 ? nothing : null}
      table={{
        head: [text("analytics.project"), hours],
        rows: time.map((one) => [nameOf(one), { text: said(one.minutes), query: one.query ?? undefined }]),
      }}
    >
      <Bars
        data={time.map((one) => ({
          x: one.project?.code ?? text("analytics.time.elsewhere"),
          hours: Math.round(one.minutes / 6) / 10,
          query: one.query,
        }))}
        series={[{ name: "hours", label: hours, color: chartColors[0] }]}
        format={(code) => code}
        onPick={({ query }) => query && change({ list: String(query) }, false)}
      />
    </ChartPanel>
  );
}

/** Who a step belongs to where that is no role. */
const personalSteps: Readonly<Record<string, MessageId>> = {
  manager: "analytics.step.manager",
  head: "analytics.step.head",
};

/** How long steps take: a table, since what matters is which. */
export function Approvals({ data: { approvals } }: Of) {
  const text = useText();
  const { change } = useAnalyticsView();
  const { number } = useFormat();
  const nothing = useNothing();
  const nameOf = ({ family, approver, role }: DepartmentAnalytics["approvals"][number]) => {
    const what = familyWords[family as keyof typeof familyWords];
    const who = role ?? text(personalSteps[approver] ?? "analytics.step.person");
    return `${what ? text(what) : family}: ${who}`;
  };
  return (
    <ChartPanel
      title={text("analytics.chart.approvals")}
      sub={text("analytics.chart.approvals.sub")}
      means={text("analytics.chart.approvals.means")}
      empty={approvals.length === 0 ? nothing : null}
      table={{
        head: [text("analytics.step"), text("analytics.step.count"), text("analytics.chart.stays.days")],
        rows: approvals.map((one) => [
          nameOf(one),
          { text: number(one.count), query: one.query ?? undefined },
          one.withheld
            ? text("analytics.department.withheld")
            : one.days === null
              ? "–"
              : number(one.days, { maximumFractionDigits: 1 }),
        ]),
      }}
    >
      <Bars
        data={approvals.map((one) => ({ x: nameOf(one), days: one.days, query: one.query }))}
        onPick={({ query }) => query && change({ list: String(query) }, false)}
        series={[{ name: "days", label: text("analytics.chart.stays.days"), color: chartColors[1] }]}
        format={(step) => step}
      />
    </ChartPanel>
  );
}
