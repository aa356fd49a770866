import type { DepartmentEvents } from "../../../shared/people/departments/departments.events";
import { readChart } from "../../../shared/people/org-chart/org-chart.contract";
import type { ActingEvents } from "../../../shared/people/acting/acting.events";
import type { VacancyEvents } from "../../../shared/people/vacancies/vacancies.events";
import type { PeopleEvents } from "../../../shared/people/people/people.events";
import type { PositionEvents } from "../../../shared/people/positions/positions.events";
import type { ChartStreamEvents } from "../../../shared/people/org-chart/org-chart.events";
import { type LiveCache, type LiveUpdates, onEach, recordChanges } from "../../platform/live/live-updates";
import { userChanges, userPages } from "../people/people.live";

const chart = (_: unknown, cache: LiveCache) => cache.refetch(readChart);

export const orgChartLive: LiveUpdates<
  ChartStreamEvents,
  ActingEvents & VacancyEvents & DepartmentEvents & PositionEvents & PeopleEvents
> = {
  "chart.changed": chart,
  "vacancy.changed": chart,
  "acting.changed": (_, cache) => cache.refetch(readChart, ...userPages),
  ...onEach(recordChanges("department", "position"), chart),
  ...onEach(userChanges, chart),
};
