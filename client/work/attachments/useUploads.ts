import { useEffect, useMemo } from "react";
import type { Attachment } from "../../../shared/work/attachments/attachments.contract";
import { createAttachment, replaceAttachment } from "../../../shared/work/attachments/attachments.contract";
import { liveClient } from "../../platform/live/live";
import { currentSession, useCurrentUser } from "../../platform/session";
import { upload as sendFile } from "../../platform/upload";
import { useStore } from "../../platform/store";
import { UnseenFailures } from "./unseen-failures";
import { type FileUploader, type Upload, UploadQueue } from "./uploads";

const send: FileUploader = async ({ taskId, replaces, file, title }, { signal, onProgress, key }) => {
  const body = new FormData();
  if (replaces === null) body.set("task_id", String(taskId));
  if (title !== undefined) body.set("title", title);
  body.set("file", file, file.name); // last, because the server needs the other fields before the file
  const how = { body, signal, onProgress, idempotencyKey: key };
  const answer =
    replaces === null
      ? await sendFile(createAttachment, how)
      : await sendFile(replaceAttachment, { ...how, params: { id: replaces } });
  return answer.data as Attachment;
};

export const uploads = new UploadQueue(send);
export const unseenFailures = new UnseenFailures(uploads);
currentSession.subscribe(({ user }) => uploads.switchUser(user?.id ?? null));
// The browser reports "online" only for its own network; the live connection also notices that the server is back.
globalThis.addEventListener?.("online", () => uploads.resume());
liveClient.status$.subscribe((status) => {
  if (status === "live") uploads.resume();
});
globalThis.addEventListener?.("beforeunload", (event) => {
  if (uploads.underWay) event.preventDefault();
});

/** The user's own uploads to a task. A finished upload is removed once `attachments` contains its attachment. */
export function useUploads(taskId: number, attachments: readonly Attachment[]): readonly Upload[] {
  const { id: userId } = useCurrentUser();
  const all = useStore(uploads.all$);
  const own = useMemo(
    () => all.filter((upload) => upload.taskId === taskId && upload.userId === userId),
    [all, taskId, userId],
  );
  useEffect(() => {
    const arrived = own.filter(
      ({ attachment }) =>
        attachment && attachments.some((one) => one.id === attachment.id && one.file.id === attachment.file.id),
    );
    for (const upload of arrived) uploads.cancel(upload.id);
  }, [own, attachments]);
  return own;
}
