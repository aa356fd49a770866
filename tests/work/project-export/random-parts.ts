import fc from "fast-check";
import { projectFieldKey } from "../../../shared/work/fields/field-keys";
import { hasOptions } from "../../../shared/work/fields/fields.schema";
import type {
  ExportedField,
  ExportedSeries,
  ExportedTaskTemplate,
  ExportedValue,
  ExportedView,
} from "../../../shared/work/project-export/project-export.schema";
import { type SeriesSettings, readSeriesSettings, seriesBases } from "../../../shared/work/series/series.schema";
import { seriesUnits } from "../../../shared/work/series/series.rules";
import { writeBoardQuery } from "../../../shared/work/tasks/tasks.address.rules";
import type { Condition } from "../../../shared/work/tasks/tasks.conditions.rules";
import { filterOf } from "../../../shared/work/tasks/tasks.filter.rules";
import { viewQueryOf } from "../../../shared/work/views/views.rules";
import { taskViewLayouts } from "../../../shared/work/views/views.schema";

export interface PartsShape {
  userCount: number;
  columns: number;
  tags: number;
  fields: readonly ExportedField[];
  taskNumbers: readonly number[];
  line: fc.Arbitrary<string>;
  valueOf: (field: ExportedField, people: number) => fc.Arbitrary<ExportedValue>;
}

export interface RandomParts {
  views: ExportedView[];
  task_templates: ExportedTaskTemplate[];
  series: ExportedSeries[];
}

const oneTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const offset = fc.option(fc.integer({ min: -30, max: 30 }));
const priority = fc.constantFrom("high" as const, "medium" as const, "low" as const);
const descriptions = fc.option(fc.constantFrom("<p>Plain</p>", "<p><strong>Bold</strong></p>"));
const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);

function condition({ userCount, columns, tags, fields }: PartsShape): fc.Arbitrary<Condition> {
  const ids = (field: Condition["field"], count: number): fc.Arbitrary<Condition>[] =>
    count === 0
      ? []
      : [
          fc
            .tuple(fc.constantFrom("is" as const, "not" as const), fc.subarray(oneTo(count), { minLength: 1 }))
            .map(([is, values]) => ({ field, is, values: values.map(String) })),
        ];
  return fc.oneof(
    ...ids("status", columns),
    ...ids("tags", tags),
    ...ids("users", userCount),
    ...ids("reporter", userCount),
    fc.constant<Condition>({ field: "users", is: "is", values: ["0"] }),
    ...fields.flatMap(({ id, kind, options }) => {
      const field = projectFieldKey(id);
      if (hasOptions(kind)) return ids(field, options.length);
      if (kind === "person") return ids(field, userCount);
      return [fc.constant<Condition>({ field, is: "empty", values: [] })];
    }),
  );
}

const view = (shape: PartsShape): fc.Arbitrary<ExportedView> => {
  const conditions = fc.array(condition(shape), { maxLength: 3 });
  return fc
    .record({
      name: shape.line,
      layout: fc.constantFrom(...taskViewLayouts),
      text: fc.constantFrom("", "a & b"),
      all: conditions,
      group: fc.array(condition(shape), { minLength: 1, maxLength: 2 }),
      hasGroup: fc.boolean(),
      sortField: fc.option(fc.constantFrom(...oneTo(Math.max(1, shape.fields.length)))),
    })
    .map(({ name, layout, text, all, group, hasGroup, sortField }) => {
      const layoutParams = new URLSearchParams(
        sortField !== null && shape.fields.length > 0 ? { lanes: projectFieldKey(sortField), zoom: "month" } : {},
      );
      const search = writeBoardQuery(layoutParams, filterOf(text, { all, any: hasGroup ? [group] : [] }));
      return { name, layout, query: viewQueryOf(search) };
    });
};

type TemplateDefaults = Pick<ExportedTaskTemplate, "is_default" | "default_columns">;

/** Where each of so many templates is the default: one of the project at most, and one of each column. */
const defaultsOf = (count: number, columns: number): fc.Arbitrary<TemplateDefaults[]> =>
  fc
    .record({
      ofProject: fc.nat(count),
      ofColumns: fc.array(fc.nat(count), { minLength: columns, maxLength: columns }),
    })
    .map(({ ofProject, ofColumns }) =>
      Array.from({ length: count }, (_, at) => ({
        is_default: at === ofProject,
        default_columns: oneTo(columns).filter((column) => ofColumns[column - 1] === at),
      })),
    );

const taskTemplate = (shape: PartsShape): fc.Arbitrary<Omit<ExportedTaskTemplate, "title" | keyof TemplateDefaults>> =>
  fc.record({
    content_version: fc.integer({ min: 1, max: 9 }),
    content: fc.record({
      title: shape.line,
      description: descriptions,
      priority,
      complexity: fc.integer({ min: 1, max: 5 }),
      estimate_minutes: fc.option(fc.integer({ min: 1, max: 60_000 })),
      start_offset: offset,
      due_offset: offset,
      people_roles: fc.constant([{ code: "role1", title: "Editor" }]),
      roles: fc.subarray(["role1"]),
      tags: fc.subarray(oneTo(shape.tags)),
      field_values: fc
        .tuple(
          ...shape.fields.map((field) => {
            const value =
              field.kind === "person"
                ? fc.constant<ExportedValue>("role1")
                : field.kind === "day"
                  ? fc.integer({ min: -30, max: 30 })
                  : shape.valueOf(field, shape.userCount);
            return fc.option(value.map((stored) => ({ field_id: field.id, kind: field.kind, value: stored })));
          }),
        )
        .map((values) => values.flatMap((value) => value ?? [])),
      subtasks: fc.array(fc.record({ name: shape.line, due_offset: offset, role: fc.option(fc.constant("role1")) }), {
        maxLength: 2,
      }),
    }),
  });

/** Rules without an end, whose dates never run out. */
const rule: fc.Arbitrary<SeriesSettings> = fc
  .record({
    unit: fc.constantFrom(...seriesUnits),
    basis: fc.constantFrom(...seriesBases),
    every: fc.integer({ min: 1, max: 9 }),
    first_day: fc.integer({ min: 0, max: 300 }).map(dayOf),
    weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
    month_day: fc.option(fc.integer({ min: 1, max: 31 })),
    month_week: fc.constantFrom(1, 4, -1),
    month_weekday: fc.integer({ min: 0, max: 6 }),
    month: fc.integer({ min: 1, max: 12 }),
    days_off: fc.constantFrom("keep" as const, "move" as const),
    only_when_done: fc.boolean(),
    create_missed: fc.boolean(),
    lead_days: fc.integer({ min: 0, max: 90 }),
    at_hour: fc.integer({ min: 0, max: 23 }),
  })
  .map((input) => readSeriesSettings(input).settings);

/** Active series have dates after the day of the test only, because the import counts earlier ones as missed. */
const series = (shape: PartsShape): fc.Arbitrary<ExportedSeries> => {
  const user = fc.option(fc.integer({ min: 1, max: shape.userCount }));
  const task = fc.option(fc.constantFrom(...shape.taskNumbers));
  return fc
    .record({
      rule,
      state: fc.constantFrom("active" as const, "paused" as const, "ended" as const),
      owner: user,
      column: fc.option(fc.integer({ min: 1, max: shape.columns })),
      source_task: task,
      last_task: task,
      created_count: fc.integer({ min: 0, max: 999 }),
      missed_count: fc.integer({ min: 0, max: 999 }),
      last: fc.option(fc.integer({ min: 0, max: 300 }).map(dayOf)),
      days: fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 4 }),
      tasks: fc.subarray([...shape.taskNumbers]),
      task: fc.record({
        title: shape.line,
        description: descriptions,
        priority,
        complexity: fc.integer({ min: 1, max: 5 }),
        estimate_minutes: fc.option(fc.integer({ min: 1, max: 60_000 })),
        start_offset: offset,
        due_offset: offset,
        assignees: fc.subarray(oneTo(shape.userCount)),
        tags: fc.subarray(oneTo(shape.tags)),
        values: fc
          .tuple(
            ...shape.fields.map((field) =>
              fc.option(shape.valueOf(field, shape.userCount).map((value) => ({ field: field.id, value }))),
            ),
          )
          .map((values) => values.flatMap((value) => value ?? [])),
        subtasks: fc.array(fc.record({ name: shape.line, assignee: user, due_offset: offset }), { maxLength: 2 }),
      }),
    })
    .map(({ last, days, tasks, ...one }) => {
      const lastDay = one.state === "active" ? "2100-01-01" : last;
      return {
        ...one,
        last_day: lastDay,
        last_date: lastDay,
        occurrences: days
          .toSorted((a, b) => a - b)
          .map((day, at) => ({ day: dayOf(day), task: tasks[at] ?? null, skipped: at > 2 && !tasks[at] })),
      };
    });
};

/** A task is an occurrence of one series at most. */
function withDistinctTasks(all: ExportedSeries[]): ExportedSeries[] {
  const used = new Set<number>();
  return all.map((one) => ({
    ...one,
    occurrences: one.occurrences.map((occurrence) => {
      const isFree = occurrence.task !== null && !used.has(occurrence.task);
      if (isFree) used.add(occurrence.task as number);
      return isFree ? occurrence : { ...occurrence, task: null };
    }),
  }));
}

/** Parts whose titles of task templates are `titles`. */
export const randomParts = (shape: PartsShape, titles: readonly string[]): fc.Arbitrary<RandomParts> =>
  fc.record({
    views: fc.array(view(shape), { maxLength: 3 }),
    task_templates: fc
      .tuple(defaultsOf(titles.length, shape.columns), ...titles.map(() => taskTemplate(shape)))
      .map(([defaults, ...templates]) =>
        templates.map((one, at) => ({ title: titles[at] as string, ...(defaults[at] as TemplateDefaults), ...one })),
      ),
    series: fc.array(series(shape), { maxLength: 3 }).map(withDistinctTasks),
  });
