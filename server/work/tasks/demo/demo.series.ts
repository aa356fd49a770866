import { addDays } from "../../../../shared/kernel/days";
import { projectStream } from "../../../../shared/kernel/events";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import type { DemoLog } from "../../../platform/demo/demo.rows";
import type { DemoCard } from "./demo.card";

interface DemoRule {
  /** Days from one date to the next. */
  every: number;
  basis: "schedule" | "completion";
}

const rules: readonly DemoRule[] = [
  { every: 7, basis: "schedule" },
  { every: 30, basis: "completion" },
];

/** Makes the first cards repeat: one on schedule, one after completion. */
export function addDemoSeries(
  log: DemoLog,
  { tenantId, id: project_id, now }: { tenantId: number; id: number; now: Date },
  { cards, fields }: { cards: readonly DemoCard[]; fields: readonly Pick<ProjectField, "id" | "kind">[] },
): void {
  const today = now.toISOString().slice(0, 10);
  for (const [at, { every, basis }] of rules.entries()) {
    const card = cards[at];
    if (!card) return;
    const { present } = card;
    const id = log.id("task_series");
    const first_day = present.due_date ?? present.start_date ?? today;
    let next_date = addDays(first_day, every);
    while (next_date <= today) next_date = addDays(next_date, every);
    const isPlanned = basis === "schedule";
    log.add("task_series", {
      tenant_id: tenantId,
      id,
      project_id,
      task_status_id: present.task_status_id,
      owner_id: card.reporter.id,
      unit: "day",
      every,
      first_day,
      weekdays: [],
      days_off: "move",
      basis,
      only_when_done: false,
      create_missed: false,
      lead_days: 2,
      at_hour: 6,
      state: "active",
      template: {
        title: present.title,
        description: card.description,
        priority: present.priority,
        complexity: present.complexity,
        estimate_minutes: present.estimate_minutes,
        start_offset: null,
        due_offset: 0,
        users: present.user_ids,
        groups: present.group_ids,
        tags: present.tag_ids,
        field_values: present.field_values,
        field_kinds: Object.fromEntries(fields.map(({ id: fieldId, kind }) => [fieldId, kind])),
        subtasks: card.plan.subtasks.map((name) => ({ name, assignee_id: null, due_offset: null })),
      },
      source_task_id: present.id,
      last_task_id: present.id,
      last_day: first_day,
      last_date: first_day,
      next_day: isPlanned ? next_date : null,
      next_date: isPlanned ? next_date : null,
      next_at: isPlanned ? `${addDays(next_date, -2)}T06:00:00Z` : null,
      created_count: 1,
      missed_count: 0,
      version: 1,
      created_at: now.toISOString(),
    });
    log.add("task_series_occurrence", {
      tenant_id: tenantId,
      series_id: id,
      day: first_day,
      task_id: present.id,
      skipped: false,
    });
    log.emit(
      "task_series.updated",
      { at: card.createdAt, tenantId, stream: projectStream(project_id), actorId: card.reporter.id },
      {
        task_id: present.id,
        key: present.key,
        title: present.title,
        project_id,
        series_id: id,
        change: "created",
        state: "active",
        next_date: isPlanned ? next_date : null,
        date: null,
        missed_count: 0,
        version: 1,
      },
    );
    log.update(tenantId, "UPDATE task SET series_id = $2 WHERE id = $1", [present.id, id]);
  }
}
