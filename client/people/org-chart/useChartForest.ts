import { useMemo } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import type { readChart } from "../../../shared/people/org-chart/org-chart.contract";
import type { Vacancy } from "../../../shared/people/vacancies/vacancies.contract";
import { buildForest, nearestShownAncestors } from "../../../shared/people/org-chart/org-chart.rules";
import { type TextFunction, useFormat, useText } from "../../platform/intl/useText";
import type { ChartItem, ChartNode } from "./chart-tree";

export type OrgChartData = ReplyOf<typeof readChart>["data"];
export type ChartKind = "people" | "departments";

interface ChartParams {
  kind: ChartKind;
  departmentId: number | null;
  awayOnly: boolean;
}

export function useChartForest(chart: OrgChartData, { kind, departmentId, awayOnly }: ChartParams): ChartNode[] {
  const text = useText();
  const { day } = useFormat();
  return useMemo(() => {
    if (kind === "departments") return buildForest(departmentsOf(chart, text));
    const visiblePeople = chart.people.filter(
      (person) => departmentId === null || person.department_id === departmentId,
    );
    const leads = nearestShownAncestors(chart.people, new Set(visiblePeople.map(({ id }) => id)));
    const vacant = chart.vacancies.filter((one) => departmentId === null || one.department_id === departmentId);
    const standIn = ({ acting, acting_until }: Vacancy) =>
      acting && acting_until && text("vacancy.acting", { name: acting.fullname, day: day(acting_until) });
    const vacancies = vacant.map(
      (vacancy): ChartItem => ({
        id: -vacancy.id,
        parent_id: nearestOf(vacancy.parent_id, chart.people, leads),
        name: vacancy.position.title,
        sub: [text("vacancy.vacant"), standIn(vacancy)].filter(Boolean).join(text("list.comma")),
        face: null,
        away: false,
        vacant: true,
        dotted: [],
        dimmed: awayOnly,
      }),
    );
    const dotted = dottedManagersOf(chart);
    const acting = new Map(chart.acting.map((one) => [one.user.id, one]));
    const actsFor = (id: number) => {
      const one = acting.get(id);
      return one && text("acting.by", { name: one.acting.fullname, day: day(one.ends_on) });
    };
    return buildForest([
      ...visiblePeople.map(
        ({ id, fullname, image, position, away_until: away }): ChartItem => ({
          id,
          parent_id: leads.get(id) ?? null,
          name: fullname,
          // Acting assignments come first, because they matter most for an absent person.
          sub: [actsFor(id), position, away && text("people.awayUntil", { day: day(away) })]
            .filter(Boolean)
            .join(text("list.comma")),
          face: { id, fullname, image },
          away: away !== null,
          vacant: false,
          dotted: dotted.get(id) ?? [],
          dimmed: awayOnly && away === null,
        }),
      ),
      ...vacancies,
    ]);
  }, [chart, kind, departmentId, awayOnly, text, day]);
}

export function dottedManagersOf({ people, dotted }: OrgChartData): Map<number, { id: number; name: string }[]> {
  const names = new Map(people.map(({ id, fullname }) => [id, fullname]));
  const found = new Map<number, { id: number; name: string }[]>();
  for (const { user_id, manager_id: id } of dotted)
    found.set(user_id, [...(found.get(user_id) ?? []), { id, name: names.get(id) ?? "" }]);
  return found;
}

function nearestOf(
  id: number | null,
  people: OrgChartData["people"],
  visibleIds: ReadonlyMap<number, number | null>,
): number | null {
  let at = id;
  while (at !== null && !visibleIds.has(at)) at = people.find((person) => person.id === at)?.parent_id ?? null;
  return at;
}

function departmentsOf({ people, departments }: OrgChartData, text: TextFunction): ChartItem[] {
  return departments.map(({ id, name, parent_id, head }) => {
    const count = people.filter(({ department_id }) => department_id === id).length;
    return {
      id,
      parent_id,
      name,
      // The head count comes first, because a long name is cut off.
      sub: [text("organization.uses.people", { count }), head?.fullname].filter(Boolean).join(text("list.comma")),
      face: head,
      away: false,
      vacant: false,
      dotted: [],
      dimmed: false,
    };
  });
}
