import { useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { BodyOf, ReplyOf } from "../../../../shared/kernel/endpoint";
import {
  createLeave,
  type LeaveDetail,
  listLeave,
  readLeave,
  updateLeave,
} from "../../../../shared/requests/leave/requests/leave.contract";
import { leaveRequestSchema } from "../../../../shared/requests/leave/requests/leave.schema";
import { useRequestForm } from "../../../approvals/documents/useRequestForm";
import { call } from "../../../platform/api";
import { queryClient, queryKeyOf, refetch } from "../../../platform/query";
import { hasRequiredLeaveFields, initialLeaveDates, type LeaveValues, toLeaveValues } from "./leave-form";

/** Change of the attached file, sent once. */
interface FileChange {
  file?: File;
  removeFile?: boolean;
}

type Body = Partial<BodyOf<typeof createLeave>>;

/**
 * Document of a leave request. A draft is saved on the server once it has a type and dates; before that, or while offline, on this device.
 * Submitted requests change only through their buttons because approvers see them, and leave entered for another employee has no draft.
 */
export function useLeaveForm(leave: LeaveDetail | null) {
  const [search] = useSearchParams();
  const [chosenFile, setChosenFile] = useState<File | null>(null);
  const storedFile = useRef<File | null>(null);
  const withoutStoredFile = (change: FileChange | undefined) => (change?.file === storedFile.current ? {} : change);
  // The day that the form was opened for takes precedence over the days of the restored request.
  const dates = leave ? {} : initialLeaveDates(search.get("day"));
  const isDraft = ({ user_id }: LeaveValues) => (leave === null || leave.status === "draft") && user_id === null;
  const showSaved = async (saving: Promise<ReplyOf<typeof updateLeave>>, change: FileChange | undefined) => {
    const { data, message } = await saving;
    const { file } = change ?? {};
    if (file) {
      storedFile.current = file;
      // A file that was chosen meanwhile is sent by a later save.
      setChosenFile((current) => (current === file ? null : current));
    }
    queryClient.setQueryData(queryKeyOf(readLeave, { id: data.id }, {}), { data });
    void refetch(listLeave);
    return { data, message };
  };
  const document = useRequestForm<LeaveValues, LeaveDetail, FileChange>({
    family: "leave",
    record: leave,
    initialValues: () => ({ ...toLeaveValues(leave), ...dates }),
    presetValues: dates,
    fieldsWithoutValue: ["attachment"],
    schema: () => leaveRequestSchema,
    create: (values, { draft, idempotencyKey, extra }) =>
      showSaved(call(createLeave, { body: bodyOf(values, extra, { draft }), idempotencyKey }), extra),
    update: ({ id, version }, values, { draft, extra }) =>
      showSaved(
        call(updateLeave, { params: { id }, body: bodyOf(values, withoutStoredFile(extra), { draft, version }) }),
        extra,
      ),
    extra: chosenFile ? { file: chosenFile } : {},
    draftTarget: (values) => (isDraft(values) && hasRequiredLeaveFields(values) ? "server" : "device"),
    savesWhenLeft: true,
    closesWithDraft: true,
  });
  const { draft, form } = document;
  const { values } = form;
  /** The status next to the title shows an error, and the next attempt repeats it. */
  const saveFile = (change: FileChange) => void document.save(change).catch(() => undefined);
  return {
    document,
    isDraft: isDraft(values),
    chosenFile,
    chooseFile: (file: File) => {
      setChosenFile(file);
      form.clearErrors("attachment"); // the error of the previous file
      if (isDraft(values) && hasRequiredLeaveFields(values)) saveFile({ file });
    },
    removeFile: () => {
      setChosenFile(null);
      // The chosen file may be on its way.
      const isSent = chosenFile ? draft.state.is === "saving" : Boolean(draft.record?.file);
      if (isSent) saveFile({ removeFile: true });
    },
  };
}

function bodyOf(
  { user_id, ...values }: LeaveValues,
  { file, removeFile }: FileChange = {},
  how: { draft: boolean; version?: number },
): Body | FormData {
  const removal = removeFile ? { remove_attachment: true } : {};
  const body = { ...values, user_id: user_id ?? undefined, ...how, ...removal };
  if (!file) return body as unknown as Body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.set(name, value === null ? "" : String(value as string | number | boolean));
  }
  form.set("attachment", file, file.name);
  return form;
}
