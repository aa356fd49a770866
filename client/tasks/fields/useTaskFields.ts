import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { BodyOf } from "../../../shared/kernel/endpoint";
import { type TaskDetail } from "../../../shared/tasks/task-detail.contract";
import { recordOf } from "../../../shared/tasks/tasks.field-lists";
import type { TaskField } from "../../../shared/tasks/tasks.fields";
import { type BoardTask, updateTask } from "../../../shared/tasks/tasks.contract";
import { call } from "../../platform/api";
import { reportFailure } from "../../platform/failure";
import { useText } from "../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import { taskStep } from "../../undo/change-tasks";
import { rememberPending } from "../../undo/history";

/** The fields of the panel, by the names of the call. */
export type Field = Exclude<TaskField, "cover_id"> | "task_status_id";
export type FieldValue = string | number | null | readonly number[];

/** What answers and events call it. */
export const recordName = (field: Field) => (field === "task_status_id" ? field : recordOf(field));

export interface FieldState {
  /** What the person wants; shown until the server's own word is the same. */
  wanted: FieldValue;
  state: "saving" | "conflict" | "failed";
  /** Why it isn't saved. */
  message: string | null;
  /** How it stands now, by someone else. */
  present: FieldValue | undefined;
  offline: boolean;
  /** Saved; shown until the task is at this version. */
  savedAt?: number;
}

type States = Partial<Record<Field, FieldState>>;

export interface TaskFields {
  state(field: Field): FieldState | undefined;
  /** The wanted value while it is being saved, else the server's. */
  value<T extends FieldValue>(field: Field): T;
  /** `seen` is the version of the task when editing began: a change by someone else since then is a conflict. */
  save(field: Field, value: FieldValue, seen?: number): void;
  /** Saves over what is there now. */
  insist(field: Field): void;
  dismiss(field: Field): void;
}

export function valueIn(task: TaskDetail, field: Field): FieldValue {
  return task[recordName(field)] as FieldValue;
}

/**
 * Each field is saved by itself as one edits, one call after the other. What a person wants is laid over the task, like
 * the moves of the board: an answer or an event that brings the same value ends it, a refusal keeps what was typed.
 */
export function useTaskFields(task: TaskDetail): TaskFields {
  const [states, setStates] = useState<States>({});
  const latest = useRef(task);
  useLayoutEffect(() => {
    latest.current = task;
  });
  /** The last version that each field was saved at from here: one's own change is no conflict. */
  const own = useRef<Partial<Record<Field, { version: number; value: FieldValue }>>>({});
  const queue = useRef<Promise<void>>(Promise.resolve());

  const set = useCallback((field: Field, state: FieldState | undefined) => {
    setStates(({ [field]: _, ...rest }) => (state ? { ...rest, [field]: state } : rest));
  }, []);

  const text = useText();
  const wordsOf = useCallback(
    (field: Field) => {
      const name = field === "task_status_id" ? text("undo.column") : text(`task.field.${field}`);
      return text("undo.field", { key: latest.current.key, field: name });
    },
    [text],
  );

  const save = useCallback(
    (field: Field, value: FieldValue, seen?: number) => {
      const wanted: FieldState = { wanted: value, state: "saving", message: null, present: undefined, offline: false };
      set(field, wanted);
      const words = wordsOf(field);
      const land = rememberPending(words);
      queue.current = queue.current.then(async () => {
        const last = own.current[field];
        const version = Math.max(seen ?? latest.current.version, last?.version ?? 0);
        // Its event may still be on the way: what was saved last is what this one takes the place of.
        const before = last && last.version > latest.current.version ? last.value : valueIn(latest.current, field);
        try {
          const body = { [field]: value, version } as Partial<BodyOf<typeof updateTask>>;
          const { data } = await call(updateTask, { params: { id: latest.current.id }, body });
          own.current[field] = { version: data.version, value };
          const back = { id: data.id, version: data.version, [field]: before };
          land(data.version > version ? taskStep([back], words) : null);
          // The event that brings it is on its way; until then the old value would flash.
          setStates((now) => (now[field] === wanted ? { ...now, [field]: { ...wanted, savedAt: data.version } } : now));
        } catch (error) {
          land(null);
          setStates((now) => (now[field] === wanted ? { ...now, [field]: failed(wanted, field, error) } : now));
          if (!(error instanceof ProblemError || error instanceof OfflineError)) reportFailure(error as Error);
        }
      });
    },
    [set, wordsOf],
  );

  /** Nothing once the task shows what was saved. */
  const open = (field: Field) => {
    const state = states[field];
    return state?.savedAt !== undefined && task.version >= state.savedAt ? undefined : state;
  };
  return {
    state: open,
    value: <T extends FieldValue>(field: Field) => {
      const state = open(field);
      return (state?.state === "saving" ? state.wanted : valueIn(task, field)) as T;
    },
    save,
    insist: (field) => {
      const state = open(field);
      if (state) save(field, state.wanted, task.version);
    },
    dismiss: (field) => set(field, undefined),
  };
}

function failed(wanted: FieldState, field: Field, error: unknown): FieldState {
  if (error instanceof OfflineError) return { ...wanted, state: "failed", offline: true };
  if (!(error instanceof ProblemError)) return { ...wanted, state: "failed" };
  const record = error.record as BoardTask | null;
  if (error.code === "task.stale" && record) {
    const name = recordName(field);
    const present = name === "description" ? undefined : record[name];
    return { ...wanted, state: "conflict", message: error.message, present };
  }
  return { ...wanted, state: "failed", message: error.errors[field]?.[0] ?? error.message };
}
