import { useEffect, useMemo } from "react";
import type { Attachment } from "../../shared/attachments/attachments.contract";
import { createAttachment, replaceAttachment } from "../../shared/attachments/attachments.contract";
import { session, useCurrentUser } from "../platform/session";
import { upload as sendFile } from "../platform/upload";
import { useValue } from "../platform/value";
import { type SendFile, type Upload, Uploads } from "./uploads";

const send: SendFile = async ({ taskId, replaces, file, title }, { signal, onProgress, key }) => {
  const body = new FormData();
  if (replaces === null) body.set("task_id", String(taskId));
  if (title !== undefined) body.set("title", title);
  body.set("file", file, file.name); // last: what says where it belongs comes first
  const how = { body, signal, onProgress, idempotencyKey: key };
  const answer =
    replaces === null
      ? await sendFile(createAttachment, how)
      : await sendFile(replaceAttachment, { ...how, params: { id: replaces } });
  return answer.data as Attachment;
};

/** Of the whole page. */
export const uploads = new Uploads(send);
session.subscribe(({ context }) => uploads.keepOnly(context.user?.id ?? null));
globalThis.addEventListener?.("online", () => uploads.resume());
globalThis.addEventListener?.("beforeunload", (event) => {
  if (uploads.underWay) event.preventDefault();
});

/** One's own files on their way to a task. What has arrived leaves as soon as `there` has it. */
export function useUploads(taskId: number, there: readonly Attachment[]): readonly Upload[] {
  const { id: userId } = useCurrentUser();
  const all = useValue(uploads.all$);
  const own = useMemo(
    () => all.filter((upload) => upload.taskId === taskId && upload.userId === userId),
    [all, taskId, userId],
  );
  useEffect(() => {
    const arrived = own.filter(
      ({ attachment }) =>
        attachment && there.some((one) => one.id === attachment.id && one.file.id === attachment.file.id),
    );
    for (const upload of arrived) uploads.cancel(upload.id);
  }, [own, there]);
  return own;
}
