import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { BodyOf } from "../../shared/kernel/endpoint";
import * as contract from "../../shared/subtasks/subtasks.contract";
import type { Subtask } from "../../shared/subtasks/subtasks.contract";
import type { TaskDetail } from "../../shared/tasks/task-detail.contract";
import { call } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { toast } from "../ui/toast/toast";
import { useStable } from "../ui/useStable";
import {
  draw,
  inOrder,
  nothingPending,
  settled,
  stillAdding,
  type SubtaskChange,
  type PendingChanges,
} from "./subtasks.overlay";

/** A name that somebody else has changed since one began to change it. */
export interface NameClash {
  wanted: string;
  present: string;
  by: string | null;
}

/**
 * The subtasks of a task with what one wants of them laid over; what is refused goes back and is said. Calls go out one
 * after the other, in the order in which things were wanted for.
 */
export function useSubtasks(task: TaskDetail) {
  const text = useText();
  const [all, setPendingChanges] = useState(nothingPending);
  const [clashes, setClashes] = useState<Readonly<Record<number, NameClash>>>({});
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(task.subtasks);
  useLayoutEffect(() => {
    latest.current = task.subtasks;
  });
  const pendingChanges = settled(all, task.subtasks);
  if (pendingChanges !== all) setPendingChanges(pendingChanges);

  const inTurn = useCallback(<T>(run: () => Promise<T>): Promise<T> => {
    const next = queue.current.then(run);
    queue.current = next.catch(() => undefined);
    return next;
  }, []);

  const change = (id: number, wanted: SubtaskChange, seen?: number) => {
    const pending: { change: SubtaskChange; savedAt?: number } = { change: wanted };
    const replace = (
      now: PendingChanges,
      list: (old: readonly (typeof pending)[]) => readonly (typeof pending)[],
    ): PendingChanges => ({
      ...now,
      changes: { ...now.changes, [id]: list(now.changes[id] ?? []) },
    });
    setClashes(({ [id]: _, ...rest }) => rest);
    setPendingChanges((now) => replace(now, (old) => [...old, pending]));
    inTurn(() => call(contract.updateSubtask, { params: { id }, body: { ...bodyOf(wanted), version: seen } })).then(
      ({ data }) =>
        setPendingChanges((now) =>
          replace(now, (old) => old.map((one) => (one === pending ? { ...one, savedAt: data.version } : one))),
        ),
      (error: Error) => {
        setPendingChanges((now) => replace(now, (old) => old.filter((one) => one !== pending)));
        const clash = clashOf(error, wanted);
        if (clash) setClashes((now) => ({ ...now, [id]: clash }));
        else reportFailure(error);
      },
    );
  };

  /** All of them or none; what could not be added comes back to the field it was typed in. */
  const add = (names: readonly string[], onFailed: (names: readonly string[]) => void) => {
    const adding = names.map((name) => ({ key: crypto.randomUUID(), name }));
    const keys: string[] = adding.map(({ key }) => key);
    setPendingChanges((now) => ({ ...now, adding: [...now.adding, ...adding] }));
    inTurn(() => call(contract.createSubtasks, { body: { task_id: task.id, names: [...names] } })).then(
      ({ data }) =>
        setPendingChanges((now) => ({
          ...now,
          adding: now.adding.map((one) => {
            const at = keys.indexOf(one.key);
            return at < 0 ? one : { ...one, id: data[at]?.id };
          }),
        })),
      (error: Error) => {
        setPendingChanges((now) => ({ ...now, adding: now.adding.filter(({ key }) => !keys.includes(key)) }));
        onFailed(names);
        reportFailure(error);
      },
    );
  };

  const sort = (order: readonly number[]) => {
    setPendingChanges((now) => ({ ...now, order }));
    const over = () => setPendingChanges((now) => (now.order === order ? { ...now, order: null } : now));
    inTurn(() => call(contract.sortSubtasks, { params: { id: task.id, ids: [...order] } })).then(
      // The event that brings it is on its way; until then the old order would flash.
      () => whenShown(() => inOrder(latest.current, order).every((one, at) => one === latest.current[at]), over),
      (error: Error) => {
        over();
        reportFailure(error);
      },
    );
  };

  const remove = (subtask: Subtask) => {
    const { id, name } = subtask;
    const order = task.subtasks.map((one) => one.id);
    setPendingChanges((now) => ({ ...now, removed: [...now.removed, id] }));
    inTurn(() => call(contract.deleteSubtask, { params: { id } })).then(
      () => toast.undo(text("subtask.removed", { name }), () => void restore(subtask, order).catch(reportFailure)),
      (error: Error) => {
        setPendingChanges((now) => ({ ...now, removed: now.removed.filter((one) => one !== id) }));
        reportFailure(error);
      },
    );
  };

  /** Made anew, where it stood. */
  const restore = async ({ name, assignee, due_date, completed, id: old }: Subtask, order: readonly number[]) => {
    const facts = { assignee_id: assignee?.id ?? null, due_date, completed: completed === 1 };
    const { data } = await call(contract.createSubtask, { body: { task_id: task.id, name, ...facts } });
    const ids = order.map((id) => (id === old ? data.id : id));
    const present = new Set([...latest.current.map((one) => one.id), data.id]);
    const there = ids.filter((id) => present.has(id));
    await call(contract.sortSubtasks, { params: { id: task.id, ids: there } });
  };

  const makeTask = ({ id }: Subtask) => {
    setPendingChanges((now) => ({ ...now, removed: [...now.removed, id] }));
    inTurn(() => call(contract.subtaskToTask, { params: { id } })).then(
      ({ message }) => toast.done(message ?? ""),
      (error: Error) => {
        setPendingChanges((now) => ({ ...now, removed: now.removed.filter((one) => one !== id) }));
        reportFailure(error);
      },
    );
  };

  const dismiss = (id: number) => setClashes(({ [id]: _, ...rest }) => rest);
  const actions = useStable({ change, add, sort, remove, makeTask, dismiss });
  return {
    subtasks: draw(task.subtasks, pendingChanges),
    adding: stillAdding(task.subtasks, pendingChanges),
    clashes,
    actions,
    can: task.can,
  };
}

export type SubtaskList = ReturnType<typeof useSubtasks>;
export type SubtaskActions = SubtaskList["actions"];

function bodyOf({ assignee, completed, ...rest }: SubtaskChange): Partial<BodyOf<typeof contract.updateSubtask>> {
  return {
    ...rest,
    ...(assignee === undefined ? {} : { assignee_id: assignee?.id ?? null }),
    ...(completed === undefined ? {} : { completed: completed === 1 }),
  };
}

function clashOf(error: Error, wanted: SubtaskChange): NameClash | null {
  if (!(error instanceof ProblemError) || error.code !== "subtask.stale" || wanted.name === undefined) return null;
  return { wanted: wanted.name, present: (error.record as Subtask).name, by: error.by?.fullname ?? null };
}

/** Asks a few times, then gives up: somebody else may have put them into yet another order. */
function whenShown(isShown: () => boolean, then: () => void, tries = 20): void {
  if (isShown() || tries === 0) then();
  else setTimeout(() => whenShown(isShown, then, tries - 1), 50);
}
