import { Problem } from "../../../shared/kernel/problems";
import { type CheckedUpload, storeUpload } from "../../platform/files/files.service";
import type { Tx } from "../../platform/database/unit-of-work";
import type { FileEntity } from "../../platform/files/file.entity";
import type { FileStore } from "../../platform/files/file-store";
import type { PictureKind } from "../../platform/files/pictures";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import { logSecurity } from "../../platform/security-log";
import type { Actor } from "../../platform/session";
import { canReadAllFields } from "./people.policy";
import { loadVisibleUser } from "./read-person.service";
import { emitPerson } from "./change-person.service";
import { UserEntity } from "./user.entity";

/**
 * Sets the portrait or signature of the actor or, with `user-edit`, of another user.
 * @returns its URL.
 * @throws Problem 404; 403 for another user without `user-edit`.
 */
export async function setPicture(
  unit: RunTransaction,
  actor: Actor,
  store: FileStore,
  { kind, userId, upload }: { kind: PictureKind; userId: number; upload: CheckedUpload },
): Promise<string> {
  requireMaySetPicture(actor, userId);
  await unit((tx) => loadVisibleUser(tx, actor, userId));
  return storeUpload(unit, actor, store, upload, (tx, keep) => savePicture(tx, actor, { kind, userId, keep }));
}

function requireMaySetPicture(actor: Actor, userId: number): void {
  if (userId !== actor.id && !canReadAllFields(actor)) throw new Problem("permission.denied");
}

/** Like `setPicture`, for a stored upload whose row `keep` inserts. */
export async function savePicture(
  tx: Tx,
  actor: Actor,
  { kind, userId, keep }: { kind: PictureKind; userId: number; keep: () => Promise<FileEntity> },
): Promise<string> {
  requireMaySetPicture(actor, userId);
  await loadVisibleUser(tx, actor, userId);
  const { id, name } = await keep();
  const url = `/files/${id}/${encodeURIComponent(name)}`;
  const change = kind === "image" ? { imageFileId: id, imageUrl: url } : { signatureFileId: id };
  await tx.repo(UserEntity).update({ id: userId }, { ...change, version: () => "version + 1" });
  await emitPerson(tx, "user.updated", userId);
  // Logged because signatures are printed on documents.
  if (kind === "signature" && userId !== actor.id)
    logSecurity(tx, { kind: "papers_changed", subjectId: userId, facts: { change: "changed" } });
  return url;
}
