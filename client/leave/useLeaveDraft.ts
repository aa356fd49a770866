import { useEffect, useRef } from "react";
import type { BodyOf, ReplyOf } from "../../shared/kernel/endpoint";
import { createLeave, type LeaveDetail, listLeave, readLeave, updateLeave } from "../../shared/leave/leave.contract";
import { paths } from "../platform/paths";
import { call } from "../platform/api";
import { keyOf, queryClient } from "../platform/query";
import { useCurrentUser } from "../platform/session";
import { readStored, storedKeys, writeStored } from "../platform/stored";
import { useDraft, useSavingAtRest } from "../ui/form/draft";
import type { LeaveValues } from "./leave-form";

interface LeaveContent {
  values: LeaveValues;
  /** A document that comes along. */
  file?: File | null;
  removeFile?: boolean;
}

type Body = Partial<BodyOf<typeof createLeave>>;

/** Can be kept on the server: what it asks for at least is there, in order. */
export const isComplete = ({ leave_type_id, start_date, end_date }: LeaveValues): boolean =>
  leave_type_id !== null && start_date !== null && end_date !== null && start_date <= end_date;

const keyOfDevice = (userId: number) => `${storedKeys.leaveDraft}.${userId}`;

/**
 * Keeps a request as it is typed: on the server once it has a kind and dates, and on this device before that, or while the
 * server can't be reached. `active`: what was sent before is changed by its buttons alone, since others look at it.
 */
export function useLeaveDraft(given: LeaveDetail | null, values: LeaveValues, active: boolean) {
  const { id: me } = useCurrentUser();
  const key = keyOfDevice(me);
  const draft = useDraft<LeaveContent, ReplyOf<typeof updateLeave>>(
    given,
    {
      create: (content, { draft: asDraft, idempotencyKey }) =>
        call(createLeave, { body: bodyOf(content, asDraft), idempotencyKey }),
      update: ({ id, version }, content, { draft: asDraft }) =>
        call(updateLeave, { params: { id }, body: bodyOf(content, asDraft, version) }),
      written: (content) => content.values,
      onSaved: ({ data }, { begun }) => {
        writeStored(key, null);
        queryClient.setQueryData(keyOf(readLeave, { id: data.id }, {}), { data });
        void queryClient.invalidateQueries({ queryKey: keyOf(listLeave) });
        // Reloading leads back to it; the screen stays the one it is.
        if (begun) window.history.replaceState(window.history.state, "", paths.leave("edit", data.id));
      },
    },
    { values },
  );
  const content = JSON.stringify(values);
  const waits = active && !draft.has({ values });
  const onDevice = waits && !isComplete(values);
  useEffect(() => {
    if (onDevice) writeStored(key, content);
  }, [onDevice, key, content]);
  const thrownAway = useRef(false);
  const saveQuietly = async () => {
    if (thrownAway.current) return;
    await draft.save({ values }, { draft: true }).catch(() => writeStored(key, content)); // said beside the title
  };
  useSavingAtRest(content, waits && !onDevice, saveQuietly, { whenLeft: true });
  const forget = () => {
    thrownAway.current = true;
    writeStored(key, null);
  };
  return { ...draft, forget };
}

/** What was typed here and could not be kept on the server yet. */
export function storedValues(userId: number): Partial<LeaveValues> | null {
  try {
    return JSON.parse(readStored(keyOfDevice(userId)) ?? "null") as Partial<LeaveValues> | null;
  } catch {
    return null;
  }
}

function bodyOf({ values, file, removeFile }: LeaveContent, draft: boolean, version?: number): Body | FormData {
  const body = {
    ...values,
    user_id: values.user_id ?? undefined,
    draft,
    version,
    ...(removeFile ? { remove_attachment: true } : {}),
  };
  return file ? formOf(body, file) : (body as Body);
}

function formOf(body: Record<string, unknown>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.set(name, value === null ? "" : String(value as string | number | boolean));
  }
  form.set("attachment", file, file.name);
  return form;
}
