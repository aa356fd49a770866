import { invalid, Problem } from "../../shared/kernel/problems";
import { type CheckedUpload, checkUpload, keepUpload, type UploadRules } from "../files/files.service";
import type { FileStore } from "../platform/files/file-store";
import type { Upload } from "../platform/http/body";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import { logSecurity } from "../platform/security-log";
import type { Actor } from "../platform/session";
import type { ChildProcesses } from "../platform/child-processes";
import { readsAll } from "./people.policy";
import { visibleUser } from "./read-person.service";
import { emitPerson } from "./change-person.service";
import { cleanSvg } from "./svg";
import { UserEntity } from "./user.entity";

const megabyte = 1024 * 1024;
const largestDrawing = megabyte / 4;

/** What may be a person's picture, and what a signature (specification section 5). */
export const pictureRules = {
  image: {
    types: ["image/jpeg", "image/png", "image/gif", "image/svg+xml"],
    bytes: 2 * megabyte,
    message: "file.pictureType",
    tooLarge: "file.pictureTooLarge",
  },
  signature: {
    types: ["image/jpeg", "image/gif", "image/svg+xml"],
    bytes: 4 * megabyte,
    message: "file.signatureType",
    tooLarge: "file.signatureTooLarge",
  },
} as const satisfies Record<string, UploadRules>;

export type PictureKind = keyof typeof pictureRules;

/** What an upload is by its content; of drawings only what neither runs nor loads anything. @throws Problem 422. */
export const checkPicture = (
  childProcesses: ChildProcesses,
  actor: Actor,
  kind: PictureKind,
  upload: Upload | undefined,
) => checkDrawn(childProcesses, actor, { field: kind, rules: pictureRules[kind] }, upload);

/** The same for what isn't a person's: `field` is where it was sent. @throws Problem 422. */
export async function checkDrawn(
  childProcesses: ChildProcesses,
  actor: Pick<Actor, "id" | "tenantId">,
  { field, rules }: { field: string; rules: UploadRules },
  upload: Upload | undefined,
): Promise<CheckedUpload> {
  const checked = await checkUpload(childProcesses, actor, upload, rules);
  if (checked.type !== "image/svg+xml") return checked;
  // It is read here, on the event loop: a drawing of that size is none that a person has made.
  if (checked.bytes.length > largestDrawing) throw invalid(field, rules.tooLarge ?? "file.tooLarge");
  const clean = cleanSvg(checked.bytes.toString("utf8"));
  if (clean === null) throw invalid(field, rules.message);
  return { ...checked, bytes: Buffer.from(clean) };
}

/**
 * Sets somebody's picture or signature: one's own, or with `user-edit` another's.
 * @returns its address. @throws Problem 403, 404.
 */
export async function setPicture(
  unit: Unit,
  actor: Actor,
  store: FileStore,
  { kind, userId, upload }: { kind: PictureKind; userId: number; upload: CheckedUpload },
): Promise<string> {
  if (userId !== actor.id && !readsAll(actor)) throw new Problem("permission.denied");
  await unit((tx) => visibleUser(tx, actor, userId));
  return keepUpload(unit, actor, store, upload, async (tx, keep) => {
    await visibleUser(tx, actor, userId);
    const { id, name } = await keep();
    const url = `/files/${id}/${encodeURIComponent(name)}`;
    const change = kind === "image" ? { imageFileId: id, image: url } : { signatureFileId: id };
    await tx.repo(UserEntity).update({ id: userId }, { ...change, version: () => "version + 1" });
    if (kind === "image") await emitPerson(tx, "user.updated", userId);
    // It is printed under what they sign.
    else if (userId !== actor.id)
      logSecurity(tx, { kind: "papers_changed", subjectId: userId, facts: { change: "changed" } });
    return url;
  });
}
