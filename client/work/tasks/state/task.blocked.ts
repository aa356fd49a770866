import { type Board, taskById } from "../../../../shared/work/tasks/tasks.board";
import { wipState } from "../../../../shared/work/tasks/tasks.wip.rules";
import type { TextFunction } from "../../../platform/intl/useText";

interface Named {
  key: string;
  title: string;
}

type ColumnKind = Board["columns"][number]["kind"];

const maxNamed = 3;

/** Open blockers of the tasks and how many tasks wait for them. Blockers finished together with the tasks don't count. */
function openBlockersOf(board: Board, taskIds: readonly number[]): { blockers: Named[]; count: number } {
  const own = new Set(taskIds);
  const found = new Map<number, Named>();
  const waiting = taskIds.filter((id) => {
    const open = (taskById(board, id)?.blocker_ids ?? []).filter(
      (blocker) => !own.has(blocker) && (taskById(board, blocker)?.progress ?? 100) < 100,
    );
    for (const blocker of open) found.set(blocker, taskById(board, blocker) as Named);
    return open.length > 0;
  });
  return { blockers: [...found.values()], count: waiting.length };
}

interface ColumnEntry {
  taskIds: readonly number[];
  columnId: number;
  count: number;
}

/** Appends warnings to `message` when tasks enter a column: open blockers, and an exceeded column limit. */
export function appendWarnings(
  message: string,
  text: TextFunction,
  board: Board,
  { taskIds, columnId, count }: ColumnEntry,
): string {
  const column = board.columns[columnId];
  if (!column || taskIds.length === 0) return message;
  const waiting = waitingWarning(text, board, taskIds, column.kind);
  const limit = column.wip_limit ?? 0;
  const full = wipState(count, column.wip_limit) === "over" ? sentence(text("board.wip.over", { count, limit })) : "";
  return waiting || full ? [sentence(message), waiting, full].filter(Boolean).join(" ") : message;
}

function waitingWarning(text: TextFunction, board: Board, taskIds: readonly number[], kind: ColumnKind): string {
  const { blockers, count } = openBlockersOf(board, taskIds);
  if (taskIds.length === 1 || count === 0) return blockedWarning(text, blockers, kind);
  if (kind === "todo") return "";
  const values = { ...namesOf(blockers), count };
  return text(kind === "done" ? "task.blockedWarningMany" : "task.blockedStartMany", values);
}

const sentence = (message: string) => (/[.!?؟]$/u.test(message) ? message : `${message}.`);

/** Warning that names open blockers when a task is started or finished; empty without any. It doesn't prevent the change. */
export function blockedWarning(text: TextFunction, blockers: readonly Named[], kind: ColumnKind): string {
  if (blockers.length === 0 || kind === "todo") return "";
  return text(kind === "done" ? "task.blockedWarning" : "task.blockedStart", namesOf(blockers));
}

function namesOf(blockers: readonly Named[]): { blockers: string; more: number } {
  const names = blockers.slice(0, maxNamed).map(({ key, title }) => `${key} ${title}`);
  return { blockers: names.join(", "), more: Math.max(0, blockers.length - maxNamed) };
}
