import { useRef } from "react";
import type { BodyOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import {
  createLeave,
  type LeaveDetail,
  listLeave,
  readLeave,
  updateLeave,
} from "../../../../shared/requests/leave/requests/leave.contract";
import { paths } from "../../../platform/paths";
import { call } from "../../../platform/api";
import { removeDraft } from "../../../platform/drafts/drafts";
import { queryClient, queryKeyOf, refetch } from "../../../platform/query";
import { useDraft, useAutosave } from "../../../ui/form/draft";
import { useUnsavedCopy } from "../../../ui/form/unsaved-copy";
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

export const leaveCopyPlace = (id: number | undefined): string => `leave:${id ?? "new"}`;

/**
 * Saves a request as a draft: on the server once it has a type and dates; before that, or while offline, on this device. `start` is what the
 * server has. `active` is false for submitted requests, which change only through their buttons because approvers see them.
 */
export function useLeaveDraft(given: LeaveDetail | null, start: LeaveValues, values: LeaveValues, active: boolean) {
  const draft = useDraft<LeaveContent, ReplyOf<typeof updateLeave>>(
    given,
    {
      create: (content, { draft: asDraft, idempotencyKey }) =>
        call(createLeave, { body: bodyOf(content, asDraft), idempotencyKey }),
      update: ({ id, version }, content, { draft: asDraft }) =>
        call(updateLeave, { params: { id }, body: bodyOf(content, asDraft, version) }),
      written: (content) => content.values,
      copyPlace: leaveCopyPlace,
      onSaved: ({ data }, { begun }) => {
        queryClient.setQueryData(queryKeyOf(readLeave, { id: data.id }, {}), { data });
        void refetch(listLeave);
        // Replaces the URL without a navigation: a reload opens the draft, but the current screen isn't remounted.
        if (begun) window.history.replaceState(window.history.state, "", paths.leave("edit", data.id));
      },
    },
    { values: start },
  );
  const content = JSON.stringify(values);
  const waits = active && !draft.has({ values });
  const discarded = useRef(false);
  const place = leaveCopyPlace(draft.record?.id);
  useUnsavedCopy(place, values, !draft.has({ values }), () => draft.record?.version ?? null);
  const saveQuietly = async () => {
    if (discarded.current) return;
    await draft.save({ values }, { draft: true }).catch(() => undefined); // the save state next to the title shows the error
  };
  useAutosave(content, waits && hasRequiredLeaveFields(values), saveQuietly, { whenLeft: true });
  const forget = () => {
    discarded.current = true;
    removeDraft(place);
  };
  return { ...draft, forget };
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
