import { useMemo } from "react";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { readChart } from "../../shared/org-chart/org-chart.contract";
import type { Vacancy } from "../../shared/org-chart/vacancies.contract";
import { forestOf, nearestShown } from "../../shared/org-chart/org-chart.rules";
import { type Text, useFormat, useText } from "../platform/intl/useText";
import type { ChartItem, ChartNode } from "./chart-tree";

export type Chart = ReplyOf<typeof readChart>["data"];
export type ChartKind = "people" | "departments";

interface Look {
  kind: ChartKind;
  /** Only its people. */
  departmentId: number | null;
  /** Those who are here today are paler. */
  awayOnly: boolean;
}

/** What is drawn: people below whoever leads them, or departments below what they belong to. */
export function useChartForest(chart: Chart, { kind, departmentId, awayOnly }: Look): ChartNode[] {
  const text = useText();
  const { day } = useFormat();
  return useMemo(() => {
    if (kind === "departments") return forestOf(departmentsOf(chart, text));
    const shown = chart.people.filter((person) => departmentId === null || person.department_id === departmentId);
    const leads = nearestShown(chart.people, new Set(shown.map(({ id }) => id)));
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
    const dotted = dottedOf(chart);
    const acting = new Map(chart.acting.map((one) => [one.user.id, one]));
    const actsFor = (id: number) => {
      const one = acting.get(id);
      return one && text("acting.by", { name: one.acting.fullname, day: day(one.ends_on) });
    };
    return forestOf([
      ...shown.map(
        ({ id, fullname, image, position, away_until: away }): ChartItem => ({
          id,
          parent_id: leads.get(id) ?? null,
          name: fullname,
          // Who acts comes first: it is what one looks for of somebody who isn't there.
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

/** Whom each reports to beside whoever leads them. */
export function dottedOf({ people, dotted }: Chart): Map<number, { id: number; name: string }[]> {
  const names = new Map(people.map(({ id, fullname }) => [id, fullname]));
  const found = new Map<number, { id: number; name: string }[]>();
  for (const { user_id, manager_id: id } of dotted)
    found.set(user_id, [...(found.get(user_id) ?? []), { id, name: names.get(id) ?? "" }]);
  return found;
}

/** Of those who lead a place, the nearest that is shown. */
function nearestOf(
  id: number | null,
  people: Chart["people"],
  shown: ReadonlyMap<number, number | null>,
): number | null {
  let at = id;
  while (at !== null && !shown.has(at)) at = people.find((person) => person.id === at)?.parent_id ?? null;
  return at;
}

function departmentsOf({ people, departments }: Chart, text: Text): ChartItem[] {
  return departments.map(({ id, name, parent_id, head }) => {
    const count = people.filter(({ department_id }) => department_id === id).length;
    return {
      id,
      parent_id,
      name,
      // The number first: a long name is cut off.
      sub: [text("organisation.uses.people", { count }), head?.fullname].filter(Boolean).join(text("list.comma")),
      face: head,
      away: false,
      vacant: false,
      dotted: [],
      dimmed: false,
    };
  });
}
