import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import type { ProjectAnalytics } from "../../../shared/insights/analytics/project-analytics.contract";
import { projectFieldKey } from "../../../shared/work/fields/field-keys";
import { type Condition, formatConditions } from "../../../shared/work/tasks/tasks.conditions.rules";
import { useFormat, useText } from "../../platform/intl/useText";
import { paths } from "../../platform/paths";
import { useUniqueNames } from "../../ui/signs/useUniqueNames";
import { ChartPanel } from "./ChartPanel";
import { Bars, chartColors } from "./charts";

interface NumberFieldChartsProps {
  data: ProjectAnalytics;
}

type NumberField = ProjectAnalytics["number_fields"][number];

interface Part {
  label: string;
  count: number;
  sum: number;
  median: number;
  /** The list of the counted tasks; null if no filter selects exactly these. */
  to: string | null;
}

/** Sum and median of each number field of the project, by column and by assignee. */
export function NumberFieldCharts({ data }: NumberFieldChartsProps) {
  const text = useText();
  const nameOf = useUniqueNames(
    useMemo(() => data.number_fields.flatMap(({ people }) => people.flatMap(({ person }) => person ?? [])), [data]),
  );
  return data.number_fields.flatMap((field) => {
    const listOf = (condition: Condition) => addressOf(data, field, condition);
    const columns = field.columns.map(({ id, title, ...figures }) => ({
      ...figures,
      label: title,
      to: listOf({ field: "status", is: "is", values: [String(id)] }),
    }));
    const people = field.people.map(({ person, ...figures }) => ({
      ...figures,
      label: person ? nameOf(person) : text("analytics.numberField.nobody"),
      to: person && listOf({ field: "users", is: "is", values: [String(person.id)] }),
    }));
    return [
      <NumberFieldChart key={`${field.id}-columns`} field={field} by="column" parts={columns} />,
      <NumberFieldChart key={`${field.id}-people`} field={field} by="person" parts={people} />,
    ];
  });
}

/** Address of the project's list with the filters of this screen. */
function addressOf({ project, filters }: ProjectAnalytics, field: NumberField, condition: Condition): string {
  const { tag_id, priority, user_id } = filters;
  const conditions: Condition[] = [
    { field: projectFieldKey(field.id), is: "filled", values: [] },
    condition,
    ...(tag_id ? [{ field: "tags", is: "is", values: [String(tag_id)] } as const] : []),
    ...(priority ? [{ field: "priority", is: "is", values: [priority] } as const] : []),
    ...(user_id ? [{ field: "users", is: "is", values: [String(user_id)] } as const] : []),
  ];
  return `${paths.taskList(project.id)}?${new URLSearchParams({ all: formatConditions(conditions) }).toString()}`;
}

interface NumberFieldChartProps {
  field: NumberField;
  by: "column" | "person";
  parts: readonly Part[];
}

function NumberFieldChart({ field, by, parts }: NumberFieldChartProps) {
  const text = useText();
  const { number } = useFormat();
  const navigate = useNavigate();
  const amount = (value: number) => {
    const formatted = number(value, { maximumFractionDigits: 6 });
    return field.unit ? text("projectField.numberWithUnit", { number: formatted, unit: field.unit }) : formatted;
  };
  const [sum, median] = [text("analytics.numberField.sum"), text("analytics.numberField.median")];
  return (
    <ChartPanel
      title={text(by === "column" ? "analytics.numberField.byColumn" : "analytics.numberField.byPerson", {
        field: field.title,
      })}
      sub={text("analytics.numberField.sub")}
      means={text(by === "column" ? "analytics.numberField.means" : "analytics.numberField.byPerson.means")}
      table={{
        sortable: true,
        columns: [
          { name: text(by === "column" ? "task.status" : "analytics.numberField.person") },
          { name: text("analytics.count"), format: "number" },
          { name: sum, format: "number" },
          { name: median, format: "number" },
        ],
        rows: parts.map(({ label, count, to, ...figures }) => [
          label,
          to ? { value: count, to } : count,
          { value: figures.sum, text: amount(figures.sum) },
          { value: figures.median, text: amount(figures.median) },
        ]),
      }}
    >
      <Bars
        horizontal
        data={parts.map(({ label, to, ...figures }) => ({ x: label, to, sum: figures.sum, median: figures.median }))}
        series={[
          { name: "sum", label: sum, color: chartColors[0] },
          { name: "median", label: median, color: chartColors[1] },
        ]}
        formatValue={amount}
        onPick={({ to }) => to && navigate(String(to))}
      />
    </ChartPanel>
  );
}
