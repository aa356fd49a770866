import { useCallback, useEffect, useRef, useState } from "react";
import type { BodyOf } from "../../shared/kernel/endpoint";
import { createLeave, type LeaveDetail, listLeave, readLeave, updateLeave } from "../../shared/leave/leave.contract";
import { paths } from "../platform/paths";
import { call } from "../platform/api";
import { ProblemError } from "../platform/problem-error";
import { keyOf, queryClient } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { readStored, storedKeys, writeStored } from "../platform/stored";
import type { LeaveValues } from "./leave-form";

export interface SavedDraft {
  /** What the server has of it; null before it was saved once. */
  leave: LeaveDetail | null;
  state: "none" | "saving" | "saved" | "failed";
  savedAt: Date | null;
}

interface SaveInput {
  values: LeaveValues;
  draft: boolean;
  /** A document that comes along. */
  file?: File | null;
  removeFile?: boolean;
  idempotencyKey?: string;
}

const patienceMs = 800;

/** Can be kept on the server: what it asks for at least is there, in order. */
export const isComplete = ({ leave_type_id, start_date, end_date }: LeaveValues): boolean =>
  leave_type_id !== null && start_date !== null && end_date !== null && start_date <= end_date;

/**
 * Keeps a request as it is typed: on the server once it has a kind and dates, and on this device before that. One save
 * after the other; sending waits for those under way. What was sent before is changed by its buttons alone, since others
 * look at it.
 */
export function useLeaveDraft(given: LeaveDetail | null) {
  const { id: me } = useCurrentUser();
  const key = `${storedKeys.leaveDraft}.${me}`;
  const [draft, setDraft] = useState<SavedDraft>({ leave: given, state: "none", savedAt: null });
  const latest = useRef(given);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const save = useCallback(
    ({ values, draft: asDraft, file, removeFile, idempotencyKey }: SaveInput) => {
      const run = async () => {
        const before = latest.current;
        const body = {
          ...values,
          user_id: values.user_id ?? undefined,
          draft: asDraft,
          version: before?.version,
          ...(removeFile ? { remove_attachment: true } : {}),
        };
        const sent = file ? formOf(body, file) : (body as Partial<BodyOf<typeof createLeave>>);
        setDraft((now) => ({ ...now, state: "saving" }));
        try {
          const answer = before
            ? await call(updateLeave, { params: { id: before.id }, body: sent })
            : await call(createLeave, { body: sent, idempotencyKey });
          latest.current = answer.data;
          setDraft({ leave: answer.data, state: "saved", savedAt: new Date() });
          writeStored(key, null);
          queryClient.setQueryData(keyOf(readLeave, { id: answer.data.id }, {}), { data: answer.data });
          void queryClient.invalidateQueries({ queryKey: keyOf(listLeave) });
          // Reloading leads back to it; the screen stays the one it is.
          if (!before) window.history.replaceState(window.history.state, "", paths.leave("edit", answer.data.id));
          return answer;
        } catch (error) {
          // Sending that is refused says why at its fields; what was kept before is kept still.
          const refused = !asDraft && error instanceof ProblemError && error.status < 500;
          setDraft((now) => ({ ...now, state: !refused ? "failed" : now.savedAt ? "saved" : "none" }));
          throw error;
        }
      };
      const next = queue.current.then(run, run);
      queue.current = next.catch(() => {});
      return next;
    },
    [key],
  );

  return { draft, save, forget: useCallback(() => writeStored(key, null), [key]), key };
}

/** Saves what is typed as soon as one pauses, and when one leaves. */
export function useSavingAsTyped(
  values: LeaveValues,
  { active, save, key }: { active: boolean; save: (input: SaveInput) => Promise<unknown>; key: string },
): void {
  const content = JSON.stringify(values);
  const saved = useRef(content);
  const pending = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!active || content === saved.current) return;
    const typed = JSON.parse(content) as LeaveValues;
    if (!isComplete(typed)) {
      writeStored(key, content);
      return;
    }
    const run = () => {
      pending.current = null;
      saved.current = content;
      save({ values: typed, draft: true }).catch(() => writeStored(key, content)); // said beside the title
    };
    pending.current = run;
    const timer = setTimeout(run, patienceMs);
    return () => clearTimeout(timer);
  }, [content, active, save, key]);
  useEffect(() => {
    if (!active) pending.current = null;
  }, [active]);
  useEffect(() => () => pending.current?.(), []);
}

/** What was typed here and could not be kept on the server yet. */
export function storedValues(userId: number): Partial<LeaveValues> | null {
  try {
    return JSON.parse(readStored(`${storedKeys.leaveDraft}.${userId}`) ?? "null") as Partial<LeaveValues> | null;
  } catch {
    return null;
  }
}

function formOf(body: Record<string, unknown>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.set(name, value === null ? "" : String(value as string | number | boolean));
  }
  form.set("attachment", file, file.name);
  return form;
}
