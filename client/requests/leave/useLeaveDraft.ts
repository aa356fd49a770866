import { useEffect, useRef } from "react";
import type { BodyOf, ReplyOf } from "../../../shared/kernel/endpoint";
import {
  createLeave,
  type LeaveDetail,
  listLeave,
  readLeave,
  updateLeave,
} from "../../../shared/requests/leave/leave.contract";
import { paths } from "../../platform/paths";
import { call } from "../../platform/api";
import { queryClient, queryKeyOf, refetch } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { readStored, writeStored } from "../../platform/browser-storage";
import { useDraft, useAutosave } from "../../ui/form/draft";
import type { LeaveValues } from "./leave-form";

interface LeaveContent {
  values: LeaveValues;
  file?: File | null;
  removeFile?: boolean;
}

type Body = Partial<BodyOf<typeof createLeave>>;

/** Whether the required fields are valid, so that the request can be saved on the server. */
export const hasRequiredLeaveFields = (values: LeaveValues): boolean =>
  values.leave_type_id !== null &&
  values.start_date !== null &&
  values.end_date !== null &&
  values.start_date <= values.end_date &&
  (values.start_time === null || values.end_time !== null || values.hours !== "");

const storedDraftKey = (userId: number) => `portal.leave-draft.${userId}`;

/**
 * Saves a request as a draft: on the server once it has a type and dates; before that, or while offline, on this device. `active` is false
 * for submitted requests, which change only through their buttons because approvers see them.
 */
export function useLeaveDraft(given: LeaveDetail | null, values: LeaveValues, active: boolean) {
  const { id: me } = useCurrentUser();
  const key = storedDraftKey(me);
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
        queryClient.setQueryData(queryKeyOf(readLeave, { id: data.id }, {}), { data });
        void refetch(listLeave);
        // Replaces the URL without a navigation: a reload opens the draft, but the current screen isn't remounted.
        if (begun) window.history.replaceState(window.history.state, "", paths.leave("edit", data.id));
      },
    },
    { values },
  );
  const content = JSON.stringify(values);
  const waits = active && !draft.has({ values });
  const onDevice = waits && !hasRequiredLeaveFields(values);
  useEffect(() => {
    if (onDevice) writeStored(key, content);
  }, [onDevice, key, content]);
  const thrownAway = useRef(false);
  const saveQuietly = async () => {
    if (thrownAway.current) return;
    await draft.save({ values }, { draft: true }).catch(() => writeStored(key, content)); // the save state next to the title shows the error
  };
  useAutosave(content, waits && !onDevice, saveQuietly, { whenLeft: true });
  const forget = () => {
    thrownAway.current = true;
    writeStored(key, null);
  };
  return { ...draft, forget };
}

/** Values stored on this device because the server had no draft yet. */
export function readStoredLeaveDraft(userId: number): Partial<LeaveValues> | null {
  try {
    return JSON.parse(readStored(storedDraftKey(userId)) ?? "null") as Partial<LeaveValues> | null;
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
  return file ? formOf(body, file) : (body as unknown as Body);
}

function formOf(body: Record<string, unknown>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.set(name, value === null ? "" : String(value as string | number | boolean));
  }
  form.set("attachment", file, file.name);
  return form;
}
