import { isImageType, previewUrlOf } from "../../shared/attachments/attachments.rules";
import { invalid } from "../../shared/kernel/problems";
import { type AttachedFile, filesOfAttachments } from "../attachments/attachments.service";
import type { Tx } from "../platform/database/unit-of-work";
import { collect } from "./tasks.change.checks";
import type { Subject } from "./tasks.change.types";

/**
 * Whoever sends `cover_id` is told with the address of the picture as well. The tasks must be locked.
 * @throws Problem 422 for an attachment of another task, and for what is no picture.
 */
export async function fitCovers(tx: Tx, subjects: readonly Subject[]): Promise<void> {
  const wanted = subjects.flatMap(({ change }) => change.cover_id ?? []);
  const files = wanted.length > 0 ? await filesOfAttachments(tx, wanted) : new Map<number, AttachedFile>();
  collect(subjects, ({ from, change }) => {
    if (change.cover_id === undefined) return;
    change.cover_url = change.cover_id === null ? null : previewUrlOf(fileFor(files.get(change.cover_id), from.id));
  });
}

function fileFor(file: AttachedFile | undefined, taskId: number): number {
  if (file?.taskId !== taskId) throw invalid("cover_id", "field.unknown");
  if (!isImageType(file.type)) throw invalid("cover_id", "attachment.noPicture");
  return file.id;
}
