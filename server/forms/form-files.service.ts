import { limits } from "../../shared/forms/forms.schema";
import { userStream } from "../../shared/kernel/events";
import { invalid, Problem } from "../../shared/kernel/problems";
import { closeUndoing } from "../approvals/decision-undo.service";
import { RequestEntity } from "../approvals/request.entity";
import type { FileEntity } from "../files/file.entity";
import type { Actor } from "../platform/session";
import type { Tx } from "../platform/database/unit-of-work";
import { fileCounts, isOpen, lockedFormRequest, requireOwn } from "./form-requests.service";
import { deleteFormFile, type FormRequestRow, insertFormFile } from "./forms.sql";

/** The request, if the actor may change its files now. @throws Problem 404, 403, 409, 422 for a field that takes none. */
export async function authorizeFile(tx: Tx, actor: Actor, id: number, field?: string): Promise<FormRequestRow> {
  const request = await lockedFormRequest(tx, actor, id);
  requireOwn(actor, request);
  if (!isOpen(request)) throw new Problem("request.wrongState");
  if (field === undefined) return request;
  if (!request.definition.fields.some((one) => one.id === field && one.kind === "file")) {
    throw invalid("field", "field.unknown");
  }
  if (((await fileCounts(tx, id))[field] ?? 0) >= limits.files) throw invalid("file", "field.tooMany");
  return request;
}

/** @throws Problem 404, 403, 409, 422. */
export async function addFile(
  tx: Tx,
  actor: Actor,
  id: number,
  field: string,
  keep: () => Promise<FileEntity>,
): Promise<void> {
  const request = await authorizeFile(tx, actor, id, field);
  await tx.rows(insertFormFile, [id, field, (await keep()).id]);
  await changed(tx, actor, request);
}

/** @throws Problem 404, 403, 409. */
export async function removeFile(tx: Tx, actor: Actor, id: number, fileId: number): Promise<void> {
  const request = await authorizeFile(tx, actor, id);
  if (!(await tx.one(deleteFormFile, [id, fileId]))) throw new Problem("notFound");
  await changed(tx, actor, request);
}

/** Files don't touch what is typed beside them: the version stays, so that saving that isn't refused. */
async function changed(tx: Tx, actor: Actor, { id, version }: FormRequestRow): Promise<void> {
  await closeUndoing(tx, id);
  await tx.repo(RequestEntity).update({ id }, { updatedAt: () => "now()" });
  tx.emit("form_request.saved", userStream(actor.id), { id, version });
}
