import { invalidFieldProblem } from "../../../shared/kernel/problems";
import { type CheckedUpload, storeUpload, type UploadRules } from "../../platform/files/files.service";
import { checkImageUpload } from "../../platform/files/pictures";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { FileStore } from "../../platform/files/file-store";
import type { UploadedFile } from "../../platform/http/body";
import type { RunTransaction } from "../../platform/http/serve/serve-multi-transaction";
import type { Actor } from "../../platform/session";
import { callerKeyOf, runOrRefuse, type ChildProcesses } from "../../platform/child-processes";
import { renderSmallImageInChild } from "../../platform/files/image-mark";

const rules: UploadRules = {
  types: ["image/jpeg", "image/png", "image/gif", "image/svg+xml"],
  bytes: 1024 * 1024,
  message: "file.pictureType",
  tooLarge: "file.logoTooLarge",
};

export interface CheckedLogo {
  upload: CheckedUpload;
  mark: Buffer;
}

/**
 * Validates the upload and renders its small version. Must be called outside of transactions.
 * @throws Problem 422 for a file that isn't a valid image.
 */
export async function checkLogo(
  childProcesses: ChildProcesses,
  actor: Actor,
  upload: UploadedFile | undefined,
): Promise<CheckedLogo> {
  const checked = await checkImageUpload(childProcesses, actor, { field: "logo", rules }, upload);
  const drawing = renderSmallImageInChild(childProcesses, checked.bytes, callerKeyOf(actor));
  // Rejects files with an image signature that can't be decoded.
  const mark = await runOrRefuse(drawing, () => invalidFieldProblem("logo", rules.message));
  return { upload: checked, mark };
}

const updateLogo = sql(
  "tenants.setLogo",
  `UPDATE tenant SET logo_file_id = $1, logo = $2, logo_mark = $3
   WHERE id = current_tenant()`,
);

/** Stores the bytes and sets them as the logo; the previous logo is deleted. `finish` runs in the same transaction and returns the result. */
export function setLogo<Result>(
  unit: RunTransaction,
  actor: Actor,
  store: FileStore,
  { upload, mark }: CheckedLogo,
  finish: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return storeUpload(unit, actor, store, upload, async (tx, keep) => {
    const { id, name } = await keep();
    await tx.rows(updateLogo, [id, `/files/${id}/${encodeURIComponent(name)}`, mark]);
    return finish(tx);
  });
}

export async function removeLogo(tx: Tx): Promise<void> {
  await tx.rows(updateLogo, [null, null, null]);
}
