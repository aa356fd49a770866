import { type Board, taskOf } from "../../shared/tasks/tasks.board";
import type { Text } from "../platform/intl/useText";

interface Named {
  key: string;
  title: string;
}

const mostNamed = 3;

/** What a card waits for that isn't done. */
export function openBlockers(board: Board, taskId: number): Named[] {
  const ids = taskOf(board, taskId)?.blocker_ids ?? [];
  return ids.flatMap((id) => taskOf(board, id) ?? []).filter((blocker) => blocker.progress < 100);
}

/** A sentence that names what a finished task still waited for; empty when nothing. It is a warning: nothing is refused. */
export function blockedWarning(text: Text, blockers: readonly Named[]): string {
  if (blockers.length === 0) return "";
  const named = blockers.slice(0, mostNamed).map(({ key, title }) => `${key} ${title}`);
  return text("task.blockedWarning", { blockers: named.join(", "), more: Math.max(0, blockers.length - mostNamed) });
}
