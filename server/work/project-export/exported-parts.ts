import type { ProjectField } from "../../../shared/work/fields/fields.contract";
import type { FieldValue, FieldValues } from "../../../shared/work/fields/field-values.rules";
import { hasOptions } from "../../../shared/work/fields/fields.schema";
import { projectFieldIdOf } from "../../../shared/work/fields/field-keys";
import type {
  ExportedSeries,
  ExportedTask,
  ExportedTaskTemplate,
  ExportedView,
} from "../../../shared/work/project-export/project-export.schema";
import { readBoardQuery } from "../../../shared/work/tasks/tasks.address.rules";
import { conditionsOf } from "../../../shared/work/tasks/tasks.filter.rules";
import { taskTemplateContentSchema } from "../../../shared/work/templates/task-templates.schema";
import { mapViewQuery, type ReferenceIds } from "../../../shared/work/templates/templates.views.rules";
import type { PartsRow } from "./project-export.sql";

/** Users that the filter of a view names. */
export function peopleOfView({ query }: Pick<ExportedView, "query">, fields: readonly ProjectField[]): number[] {
  const { all, any } = conditionsOf(readBoardQuery(new URLSearchParams(query)).filter);
  const isOfPeople = (name: string) => {
    const fieldId = projectFieldIdOf(name);
    return ["users", "reporter"].includes(name) || fields.some(({ id, kind }) => id === fieldId && kind === "person");
  };
  return [...all, ...any.flat()]
    .filter(({ field, is }) => (is === "is" || is === "not") && isOfPeople(field))
    .flatMap(({ values }) => values.map(Number))
    .filter((id) => id > 0);
}

/** Views that refer to something that was deleted are left out. */
export const exportedViews = (views: readonly ExportedView[], numbers: ReferenceIds): ExportedView[] =>
  views.flatMap((view) => {
    const query = mapViewQuery(view.query, numbers);
    return query === null ? [] : [{ ...view, query }];
  });

/** Tags, fields and options that the project no longer has are left out, because new tasks ignore them. */
export function exportedTaskTemplate(
  { title, content, content_version, is_default, default_column_ids }: PartsRow["task_templates"][number],
  { columns, tags, fields }: ReferenceIds,
): ExportedTaskTemplate {
  const stored = taskTemplateContentSchema.validateSync(content, { stripUnknown: true });
  const field_values = stored.field_values.flatMap(({ field_id, kind, value }) => {
    const field = fields.get(field_id);
    if (field?.kind !== kind) return [];
    const exported = hasOptions(kind) ? mapOptions(value, field.options) : value;
    return exported === null ? [] : [{ field_id: field.id, kind, value: exported }];
  });
  return {
    title,
    content: { ...stored, tags: numbersFor(stored.tags, tags), field_values },
    content_version,
    is_default,
    default_columns: numbersFor(default_column_ids, columns),
  };
}

function mapOptions(value: FieldValue, options: ReadonlyMap<number, number>): FieldValue | null {
  if (!Array.isArray(value)) return options.get(Number(value)) ?? null;
  const mapped = value.flatMap((id) => options.get(id) ?? []);
  return mapped.length > 0 ? mapped : null;
}

const numbersFor = (ids: readonly number[], numbers: ReadonlyMap<number, number>): number[] =>
  ids.flatMap((id) => numbers.get(id) ?? []).toSorted((a, b) => a - b);

interface SeriesWriter {
  numbers: Required<ReferenceIds>;
  textOf: (html: string) => string;
  personOf: (userId: number | null) => number | null;
  valuesOf: (values: FieldValues) => ExportedTask["values"];
}

/** Groups and the values from before the last copy are left out. */
export function exportedSeries(
  { owner_id, column_id, template, ...series }: PartsRow["series"][number],
  { numbers, textOf, personOf, valuesOf }: SeriesWriter,
): ExportedSeries {
  const { title, description, priority, complexity, estimate_minutes, start_offset, due_offset } = template;
  const isCurrent = ([id]: [string, unknown]) => numbers.fields.get(Number(id))?.kind === template.field_kinds[id];
  const values = Object.fromEntries(Object.entries(template.field_values).filter(isCurrent)) as FieldValues;
  return {
    ...series,
    owner: personOf(owner_id),
    column: column_id === null ? null : (numbers.columns.get(column_id) ?? null),
    task: {
      title,
      description: description && textOf(description),
      priority: priority as ExportedTask["priority"],
      complexity,
      estimate_minutes,
      start_offset,
      due_offset,
      assignees: numbersFor(template.users, numbers.people),
      tags: numbersFor(template.tags, numbers.tags),
      values: valuesOf(values),
      subtasks: template.subtasks.map(({ name, assignee_id, due_offset: subtaskOffset }) => ({
        name,
        assignee: personOf(assignee_id),
        due_offset: subtaskOffset,
      })),
    },
  };
}
