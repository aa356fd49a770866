import { useMemo, useState } from "react";
import { type Board, taskOf } from "../../../shared/tasks/tasks.board";
import type { BoardTask } from "../../../shared/tasks/tasks.contract";
import { type CardField, type PlainField, recordOf } from "../../../shared/tasks/tasks.field-lists";
import type { TaskChangeInput } from "../../../shared/tasks/tasks.schema";
import { reportFailure } from "../../platform/failure";
import { type Text, useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { changeTasks, mostAtOnce } from "../../undo/change-tasks";
import type { BulkProgress } from "../../ui/ActionBar";
import { toast } from "../../ui/toast/toast";
import { blockedWarningOf } from "../fields/task.blocked";
import { type BoardActor, useBoardScope } from "./state/useBoard";

/** What can be done to several tasks at once. Each is one change, with one step to take it back. */
export interface BulkActs {
  move(columnId: number): void;
  /** Those who have all of them lose them, else all get them. */
  assign(list: "users" | "groups", id: number): void;
  tag(id: number): void;
  /** One field that is a single value. */
  set(wanted: Pick<Edit, PlainField>): void;
  archive(): void;
}

type Edit = Omit<TaskChangeInput, "id" | "version">;

export function useBulkActs(ids: readonly number[]): [BulkActs, BulkProgress | null] {
  const text = useText();
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const { actor } = useBoardScope();
  const acts = useMemo(() => bulkActs(actor, ids, text, setProgress), [actor, ids, text]);
  return [acts, progress];
}

/** The same outside of a component: keys act on what is selected at that moment. */
export function bulkActs(
  actor: BoardActor,
  ids: readonly number[],
  text: Text,
  setProgress: Saying["setProgress"] = () => undefined,
): BulkActs {
  const board = () => actor.getSnapshot().context.drawn;
  const run = (
    editOf: (task: BoardTask) => Edit | null,
    words: (count: number, key: string) => string,
    offer = false,
  ) => void changeAll(tasksOf(board(), ids), editOf, { words, offer, text, setProgress });
  const edited = (field: CardField) => {
    const name = text(`task.field.${field}`);
    return (count: number, key: string) =>
      count === 1 ? text("undo.field", { key, field: name }) : text("undo.fieldMany", { count, field: name });
  };
  const toggle = (list: "users" | "groups" | "tags", id: number) => {
    const all = tasksOf(board(), ids).every((task) => task[recordOf(list)].includes(id));
    run((task) => {
      const has = task[recordOf(list)];
      if (has.includes(id) !== all) return null;
      return { [list]: all ? has.filter((one) => one !== id) : [...has, id] };
    }, edited(list));
  };
  return {
    move: (columnId) => {
      const { title: column = "", kind } = board().columns[columnId] ?? {};
      const entering = tasksOf(board(), ids).filter((task) => task.task_status_id !== columnId);
      const warning =
        kind === "done" &&
        blockedWarningOf(
          text,
          board(),
          entering.map(({ id }) => id),
        );
      const said = (count: number, key: string) =>
        count === 1 ? text("board.toast.moved", { key, column }) : text("undo.movedMany", { count, column });
      const words = (count: number, key: string) => [said(count, key), warning || ""].join(" ").trim();
      run((task) => (task.task_status_id === columnId ? null : { task_status_id: columnId }), words, true);
    },
    assign: toggle,
    tag: (id) => toggle("tags", id),
    set: (wanted) => {
      const [field] = Object.keys(wanted) as PlainField[];
      if (field) run((task) => (task[field] === wanted[field] ? null : wanted), edited(field));
    },
    archive: () =>
      run(
        () => ({ archived: true }),
        (count, key) => (count === 1 ? text("board.toast.archived", { key }) : text("undo.archivedMany", { count })),
        true,
      ),
  };
}

/** What the server knows of them, as they are drawn. */
const tasksOf = (board: Board, ids: readonly number[]): BoardTask[] =>
  ids.flatMap((id) => (id > 0 ? (taskOf(board, id) ?? []) : []));

interface Saying {
  words: (count: number, key: string) => string;
  offer: boolean;
  text: Text;
  setProgress: (progress: BulkProgress | null) => void;
}

async function changeAll(
  tasks: readonly BoardTask[],
  editOf: (task: BoardTask) => Edit | null,
  { words, offer, text, setProgress }: Saying,
): Promise<void> {
  const changes = tasks.flatMap((task): TaskChangeInput[] => {
    const edit = editOf(task);
    return edit ? [{ id: task.id, version: task.version, ...edit }] : [];
  });
  if (changes.length === 0) return;
  const { key = "" } = tasks.find((task) => task.id === changes[0]?.id) ?? {};
  const count = changes.length;
  const onPart = (done: number) => count > mostAtOnce && setProgress({ done, count });
  onPart(0);
  try {
    await changeTasks(changes, words(count, key), { offer, onPart });
  } catch (error) {
    if (error instanceof ProblemError && error.by) toast.error(conflictText(error, error.by.fullname, text));
    else reportFailure(error as Error);
  } finally {
    setProgress(null);
  }
}

/** Nothing of it was done, and because of whom. */
function conflictText({ record }: ProblemError, name: string, text: Text): string {
  const cards = (Array.isArray(record) ? record : [record]) as (BoardTask | null)[];
  return text("bulk.conflict", { name, task: cards[0]?.key ?? "", count: cards.length });
}
