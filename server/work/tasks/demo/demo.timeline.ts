import type { DemoCard } from "./demo.card";
import { dayMs } from "../../../platform/demo/demo.calendar";
import type { PlannedTask } from "./demo.plan";
import { type Random, randomFrom } from "../../../platform/demo/demo.random";

/** Durations in days, by complexity. */
const daysOf = [1, 2, 3, 6, 9, 14];

/** A generator per project, so that other generated data stays unchanged. */
export function timelineRandom(code: string): Random {
  return randomFrom([...code].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
}

/**
 * The day on which work on a task begins, in days from today; null for tasks with a due date only. Tasks in progress have begun, tasks to
 * do haven't, and no task begins before it was created.
 */
export function plannedStartOf(
  random: Random,
  plan: PlannedTask,
  kind: "todo" | "doing" | "done",
  createdAt: number,
  now: number,
): number | null {
  const due = finalDue(plan);
  const length = (daysOf[plan.complexity] ?? 3) + random.between(0, 2);
  if (due === null || (plan.complexity === 1 && random.chance(0.6))) return null;
  const targetStart =
    kind === "doing" ? Math.min(due - length, -2) : kind === "todo" ? Math.max(due - length, 1) : due - length;
  const start = Math.max(targetStart, Math.ceil((createdAt - now) / dayMs));
  return start <= due ? start : null;
}

function finalDue(plan: PlannedTask): number | null {
  let due: number | null = null;
  for (const { step } of plan.steps)
    if ((step.kind === "create" || step.kind === "due") && step.due !== null) due = step.due;
  return due;
}

export interface NoticedDependency {
  at: number;
  waiting: DemoCard;
  blocker: DemoCard;
}

/**
 * Plans dependencies on tasks that end shortly before the waiting task, and occasionally on a task that ends too late, so that the timeline
 * shows a conflict. Blockers begin earlier than the waiting task, which excludes cycles.
 */
export function planDependencies(random: Random, cards: readonly DemoCard[]): NoticedDependency[] {
  const planned = cards
    .filter(({ present, archivedAt }) => archivedAt === null && present.due_date !== null)
    .sort((a, b) => (startDay(a) < startDay(b) ? -1 : startDay(a) > startDay(b) ? 1 : a.number - b.number));
  return planned.flatMap((waiting, at): NoticedDependency[] => {
    if (waiting.present.progress === 100 || !random.chance(0.7)) return [];
    const earlier = planned.slice(0, at).filter((card) => startDay(card) < startDay(waiting));
    const late = earlier.filter((card) => dueDay(card) > startDay(waiting) && card.present.progress < 100);
    const finishedInTime = earlier.filter((card) => dueDay(card) <= startDay(waiting));
    const from = late.length > 0 && random.chance(0.2) ? late : finishedInTime.slice(-3);
    if (from.length === 0) return [];
    const blocker = random.pick(from);
    return [{ at: Math.max(waiting.touchedAt, blocker.createdAt) + 2_000, waiting, blocker }];
  });
}

const dueDay = ({ present }: DemoCard): string => present.due_date as string;
const startDay = ({ present }: DemoCard): string => present.start_date ?? dueDay({ present } as DemoCard);
