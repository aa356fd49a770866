import { type Board, taskOf } from "../../../shared/tasks/tasks.board";
import type { Text } from "../../platform/intl/useText";

interface Named {
  key: string;
  title: string;
}

const mostNamed = 3;

/** What they wait for beside one another, and how many of them do: a task that is finished with them holds nobody up. */
function openBlockersOf(board: Board, taskIds: readonly number[]): { blockers: Named[]; count: number } {
  const own = new Set(taskIds);
  const found = new Map<number, Named>();
  const waiting = taskIds.filter((id) => {
    const open = (taskOf(board, id)?.blocker_ids ?? []).filter(
      (blocker) => !own.has(blocker) && (taskOf(board, blocker)?.progress ?? 100) < 100,
    );
    for (const blocker of open) found.set(blocker, taskOf(board, blocker) as Named);
    return open.length > 0;
  });
  return { blockers: [...found.values()], count: waiting.length };
}

/** The same for several that are finished together. */
export function blockedWarningOf(text: Text, board: Board, taskIds: readonly number[]): string {
  const { blockers, count } = openBlockersOf(board, taskIds);
  if (taskIds.length === 1 || count === 0) return blockedWarning(text, blockers);
  return text("task.blockedWarningMany", { ...namesOf(blockers), count });
}

/** A sentence that names what a finished task still waited for; empty when nothing. It is a warning: nothing is refused. */
export function blockedWarning(text: Text, blockers: readonly Named[]): string {
  if (blockers.length === 0) return "";
  return text("task.blockedWarning", namesOf(blockers));
}

function namesOf(blockers: readonly Named[]): { blockers: string; more: number } {
  const named = blockers.slice(0, mostNamed).map(({ key, title }) => `${key} ${title}`);
  return { blockers: named.join(", "), more: Math.max(0, blockers.length - mostNamed) };
}
