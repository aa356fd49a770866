import type { Card } from "./demo.card";
import { dayMs } from "./demo.calendar";
import type { PlannedTask } from "./demo.plan";
import { type Random, randomFrom } from "./demo.random";

/** How many days tasks take, by their complexity. */
const daysOf = [1, 2, 3, 6, 9, 14];

/** A generator of a project's own: what else is made up about it stays as it is. */
export function timelineRandom(code: string): Random {
  return randomFrom([...code].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
}

/**
 * The day on which work on a task begins, in days from today; null for what is only due, a milestone. Work in progress
 * has begun, what is still to do hasn't, and nothing begins before somebody thought of it.
 */
export function startOf(
  random: Random,
  plan: PlannedTask,
  kind: "todo" | "doing" | "done",
  createdAt: number,
  now: number,
): number | null {
  const due = finalDue(plan);
  const length = (daysOf[plan.complexity] ?? 3) + random.between(0, 2);
  if (due === null || (plan.complexity === 1 && random.chance(0.6))) return null;
  const wanted =
    kind === "doing" ? Math.min(due - length, -2) : kind === "todo" ? Math.max(due - length, 1) : due - length;
  const start = Math.max(wanted, Math.ceil((createdAt - now) / dayMs));
  return start <= due ? start : null;
}

function finalDue(plan: PlannedTask): number | null {
  let due: number | null = null;
  for (const { step } of plan.steps)
    if ((step.kind === "create" || step.kind === "due") && step.due !== null) due = step.due;
  return due;
}

/** A dependency, noticed after all else that has happened to the task that waits. */
export interface Noticed {
  at: number;
  waiting: Card;
  blocker: Card;
}

/**
 * What waits for what: mostly something that ends shortly before, now and then something that ends too late, so that
 * the plan has a break to show. A task waits for one that begins earlier: no circles.
 */
export function dependencies(random: Random, cards: readonly Card[]): Noticed[] {
  const planned = cards
    .filter(({ present, archivedAt }) => archivedAt === null && present.due_date !== null)
    .sort((a, b) => (startDay(a) < startDay(b) ? -1 : startDay(a) > startDay(b) ? 1 : a.number - b.number));
  return planned.flatMap((waiting, at): Noticed[] => {
    if (waiting.present.progress === 100 || !random.chance(0.7)) return [];
    const earlier = planned.slice(0, at).filter((card) => startDay(card) < startDay(waiting));
    const late = earlier.filter((card) => dueDay(card) > startDay(waiting) && card.present.progress < 100);
    const kept = earlier.filter((card) => dueDay(card) <= startDay(waiting));
    const from = late.length > 0 && random.chance(0.2) ? late : kept.slice(-3);
    if (from.length === 0) return [];
    const blocker = random.pick(from);
    return [{ at: Math.max(waiting.touchedAt, blocker.createdAt) + 2_000, waiting, blocker }];
  });
}

const dueDay = ({ present }: Card): string => present.due_date as string;
const startDay = ({ present }: Card): string => present.start_date ?? dueDay({ present } as Card);
