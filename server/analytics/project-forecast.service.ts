import { enoughFinished } from "../../shared/analytics/figures.rules";
import { forecastDays, forecastOf } from "../../shared/analytics/forecast.rules";
import type { ProjectAnalytics } from "../../shared/analytics/project-analytics.contract";
import { dayNumber } from "../../shared/kernel/days";
import { addDays, daysFrom } from "../../shared/time/days.rules";
import type { Tx } from "../platform/database/unit-of-work";
import { behindFigure } from "./project-figures";
import { type FlowFilter, lookBack, type ProjectFlow } from "./project-flow.read";
import { listAddress } from "./project-list.service";
import { finishedByDay } from "./project.sql";

/** From the throughput of the last weeks, whatever period is looked at; the same all day long. */
export async function readForecast(
  tx: Tx,
  flow: ProjectFlow,
  filter: FlowFilter,
): Promise<ProjectAnalytics["forecast"]> {
  const past = lookBack(flow.today, forecastDays);
  const rows = await tx.rows<{ day: string; count: number }>(finishedByDay, [...flow.about, past.from, past.to]);
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  const daily = daysFrom(past.from, past.to).map((day) => counts.get(day) ?? 0);
  const finished = daily.reduce((sum, count) => sum + count, 0);
  const remaining = behindFigure.open(flow, flow.period).length;
  const seed = flow.project.id * 1_000 + dayNumber(flow.today);
  const found = finished < enoughFinished ? null : forecastOf(remaining, daily, seed);
  const dayIn = (days: number | null | undefined) => (days == null ? null : addDays(flow.today, days));
  return {
    remaining,
    finished,
    query: listAddress(flow, filter, { figure: "finished", ...past }),
    p50: dayIn(found?.p50),
    p85: dayIn(found?.p85),
    p95: dayIn(found?.p95),
    planned: flow.project.endDate,
  };
}
