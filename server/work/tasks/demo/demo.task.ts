import type { ColumnKind } from "../../../../shared/work/tasks/tasks.schema";
import type { DemoCard, SimulatedProject } from "./demo.card";
import { dayMs } from "../../../platform/demo/demo.calendar";
import type { Random } from "../../../platform/demo/demo.random";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";

export function writeTask(
  log: DemoLog,
  random: Random,
  project: SimulatedProject,
  card: DemoCard,
  kind: ColumnKind,
): void {
  const { present, plan } = card;
  const { id, project_id, task_status_id, title, priority, complexity, start_date, due_date, rank, version } = present;
  const base = { tenant_id: project.tenantId, project_id };
  log.add("task", {
    ...base,
    id,
    task_status_id,
    number: card.number,
    title,
    description: card.description,
    priority,
    complexity,
    start_date,
    due_date,
    progress: present.progress,
    progress_by_hand: card.progressByHand,
    estimate_minutes: present.estimate_minutes,
    cover_file_id: card.coverFileId ?? null,
    rank,
    reporter_id: card.reporter.id,
    archived_at: card.archivedAt && isoInstantOf(card.archivedAt),
    version,
    created_at: isoInstantOf(card.createdAt),
    updated_at: isoInstantOf(card.touchedAt),
  });
  for (const user_id of present.user_ids) log.add("task_user", { ...base, task_id: id, user_id });
  for (const group_id of present.group_ids) log.add("task_group", { ...base, task_id: id, group_id });
  for (const tag_id of present.tag_ids) log.add("task_tag", { ...base, task_id: id, tag_id });
  for (const blocker_id of present.blocker_ids) log.add("task_blocker", { ...base, task_id: id, blocker_id });
  plan.subtasks.forEach((name, index) => {
    const completed = index < present.subtask_done_count;
    const place = { id: log.id("subtask"), task_id: id, sort_order: index + 1 };
    // Subtasks rotate through the assignees; the last open one is unassigned.
    const people = present.user_ids;
    const last = index === plan.subtasks.length - 1 && !completed;
    const assignee_id = people.length === 0 || last ? null : people[index % people.length];
    log.add("subtask", { ...place, tenant_id: project.tenantId, name, completed, assignee_id });
  });
  writeTime(log, random, project, card, kind);
}

const notes = ["", "", "Call with the depot", "Test on the phone", "Clean-up", "With Amira", "Notes and pictures"];

/** Logs time for started tasks on days with activity, in the last 75 days, at most eight hours per day. */
function writeTime(log: DemoLog, random: Random, project: SimulatedProject, card: DemoCard, kind: ColumnKind): void {
  if (kind === "todo") return;
  for (const { at, userId } of card.work) {
    if (project.now.getTime() - at > 75 * dayMs || random.chance(0.25)) continue;
    const date = isoInstantOf(at).slice(0, 10);
    const minutes = Math.min(15 * random.between(2, 14), 480 - log.minutesOn(userId, date));
    if (minutes <= 0) continue;
    log.noteMinutes(userId, date, minutes);
    const entry = { id: log.id("time_entry"), tenant_id: project.tenantId, task_id: card.present.id };
    log.add("time_entry", { ...entry, user_id: userId, date, minutes, note: random.pick(notes) || null });
  }
}
