import { directoryStream } from "../../../shared/kernel/events";
import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { ScheduleTemplate } from "../../../shared/work/schedules/schedule-templates.contract";
import { seededTemplates, templateWeek } from "../../../shared/work/schedules/schedules.rules";
import {
  maxScheduleTemplates,
  type ScheduleTemplateInput,
  scheduleTemplateSorts,
} from "../../../shared/work/schedules/schedules.schema";
import { matchesSearch, searchPatterns } from "../../platform/database/search";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import { createRecords, emitter, entityWriter } from "../../platform/records/record.service";
import { recordStatements } from "../../platform/records/record-statements";
import { ScheduleTemplateEntity } from "./schedule-template.entity";
import { readWeek } from "./schedules.service";

type Stored = Omit<ScheduleTemplate, "can">;

export const scheduleTemplateRecords = createRecords<Stored, ScheduleTemplateInput>({
  noun: "schedule-template",
  limit: { most: maxScheduleTemplates, field: "name" },
  rules: { schedule_template_name_once: "name" },
  statements: recordStatements("scheduleTemplates", {
    table: "schedule_template",
    as: "t",
    columns: "t.id, t.version, t.name, t.minutes, t.other_minutes AS other",
    matches: matchesSearch("$1", [], ["t.name"]),
    sorts: scheduleTemplateSorts,
    order: { name: "name COLLATE reader" },
  }),
  nameOf: ({ name }) => name,
  stream: directoryStream,
  emit: emitter("schedule_template", ({ id }) => ({ id })),
  async check(_tx, { minutes }, before) {
    if (!minutes && (minutes === null || !before)) throw invalidFieldProblem("minutes", "field.required");
  },
  write: entityWriter(ScheduleTemplateEntity, ({ name, minutes, other }: ScheduleTemplateInput) => ({
    name,
    minutes: minutes ?? undefined,
    other,
  })),
});

const selectTemplates = sql(
  "scheduleTemplates.select",
  `SELECT id, name, minutes, other_minutes AS other FROM schedule_template
   WHERE tenant_id = current_tenant() AND ${matchesSearch("$1", [], ["name"])} ORDER BY name COLLATE reader, id`,
);

export const selectableTemplates = (
  tx: Tx,
  query: Parameters<typeof searchPatterns>[0],
): Promise<Omit<Stored, "version">[]> => tx.rows(selectTemplates, [searchPatterns(query)]);

/** Creates example templates for a new tenant. */
export async function seedScheduleTemplates(tx: Tx): Promise<void> {
  const { weekend, minutes_per_day: minutesPerDay } = await readWeek(tx);
  for (const [name, template] of seededTemplates)
    await tx.repo(ScheduleTemplateEntity).insert({ name, minutes: templateWeek(template, { weekend, minutesPerDay }) });
}
