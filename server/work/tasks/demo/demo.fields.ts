import type { ColorTone } from "../../../../shared/kernel/fields";
import type { FieldValue, FieldValues } from "../../../../shared/work/fields/field-values.rules";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { hasOptions } from "../../../../shared/work/fields/fields.schema";
import type { DemoLog } from "../../../platform/demo/demo.rows";

const sizes: readonly { title: string; color: ColorTone }[] = [
  { title: "Small", color: "green" },
  { title: "Medium", color: "amber" },
  { title: "Large", color: "rose" },
];
const costCentres = ["4100", "4120", "4310"] as const;

type NewField = Pick<ProjectField, "title" | "kind" | "max_length" | "on_card"> & { options: typeof sizes };

const newFields: readonly NewField[] = [
  { title: "Size", kind: "choice", max_length: null, on_card: true, options: sizes },
  { title: "Cost centre", kind: "text", max_length: 10, on_card: false, options: [] },
];

/** Adds the fields of a project and returns them as boards contain them. */
export function addDemoFields(log: DemoLog, project: { id: number; tenantId: number }): ProjectField[] {
  const tenant_id = project.tenantId;
  return newFields.map(({ options, on_card, ...field }, at) => {
    const id = log.id("project_field");
    log.add("project_field", { tenant_id, id, ...field });
    log.add("project_field_use", { tenant_id, project_id: project.id, field_id: id, sort_order: at + 1, on_card });
    const addedOptions = options.map((option, index) => {
      const option_id = log.id("project_field_option");
      log.add("project_field_option", { tenant_id, id: option_id, field_id: id, ...option, sort_order: index + 1 });
      return { id: option_id, ...option, deleted: false };
    });
    const limits = { decimals: null, unit: null, required_column_ids: [], former_kinds: [] };
    return { id, ...field, ...limits, on_card, options: addedOptions, version: 1 };
  });
}

/** Values of the task with this number: a size that follows from the complexity, and a cost centre for every third task. */
export function demoFieldValues(fields: readonly ProjectField[], number: number, complexity: number): FieldValues {
  const values = fields.flatMap((field): [number, FieldValue][] => {
    if (hasOptions(field.kind)) {
      const option = field.options[Math.floor(complexity / 2)];
      return option && number % 4 !== 0 ? [[field.id, option.id]] : [];
    }
    return number % 3 === 0 ? [[field.id, costCentres[number % costCentres.length] as string]] : [];
  });
  return Object.fromEntries(values);
}

/** Adds the rows of a task's values. The task's column `field_values` follows from them by a trigger. */
export function addDemoFieldValues(
  log: DemoLog,
  fields: readonly ProjectField[],
  task: { tenant_id: number; project_id: number; task_id: number; values: FieldValues },
): void {
  const { values, ...ids } = task;
  for (const { id, kind } of fields) {
    const value = values[id];
    if (value === undefined) continue;
    const stored = hasOptions(kind) ? { option_ids: [value] } : { text_value: value };
    log.add("task_field_value", { ...ids, field_id: id, kind, ...stored });
  }
}
