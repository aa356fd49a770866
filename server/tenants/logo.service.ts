import { invalid } from "../../shared/kernel/problems";
import { type CheckedUpload, keepUpload, type UploadRules } from "../files/files.service";
import { checkDrawn } from "../people/pictures.service";
import { sql, type Tx } from "../platform/database/unit-of-work";
import type { FileStore } from "../platform/files/file-store";
import type { Upload } from "../platform/http/body";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import type { Actor } from "../platform/session";
import { callerOf, runOrRefuse, type ChildProcesses } from "../platform/child-processes";
import { markInProcess } from "./logo-mark.service";

const rules: UploadRules = {
  types: ["image/jpeg", "image/png", "image/gif", "image/svg+xml"],
  bytes: 1024 * 1024,
  message: "file.pictureType",
  tooLarge: "file.logoTooLarge",
};

export interface CheckedLogo {
  upload: CheckedUpload;
  /** A small PNG of it. */
  mark: Buffer;
}

/** The upload as what it is, and its small picture. @throws Problem 422. Call it outside of transactions. */
export async function checkLogo(
  childProcesses: ChildProcesses,
  actor: Actor,
  upload: Upload | undefined,
): Promise<CheckedLogo> {
  const checked = await checkDrawn(childProcesses, actor, { field: "logo", rules }, upload);
  const drawing = markInProcess(childProcesses, checked.bytes, callerOf(actor));
  // What begins like a picture and isn't one.
  const mark = await runOrRefuse(drawing, () => invalid("logo", rules.message));
  return { upload: checked, mark };
}

const setLogoOf = sql(
  "tenants.setLogo",
  `UPDATE tenant SET logo_file_id = $1, logo = $2, logo_mark = $3
   WHERE id = current_tenant()`,
);

/** Keeps the bytes and sets them as the logo; the one before goes. `told` is what happens in the same transaction. */
export function setLogo<Result>(
  unit: Unit,
  actor: Actor,
  store: FileStore,
  { upload, mark }: CheckedLogo,
  told: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return keepUpload(unit, actor, store, upload, async (tx, keep) => {
    const { id, name } = await keep();
    await tx.rows(setLogoOf, [id, `/files/${id}/${encodeURIComponent(name)}`, mark]);
    return told(tx);
  });
}

export async function removeLogo(tx: Tx): Promise<void> {
  await tx.rows(setLogoOf, [null, null, null]);
}

const mark = sql("tenants.logoMark", "SELECT logo_mark FROM tenant WHERE id = current_tenant()");

/** The small PNG for mails and documents; null where there is no logo. */
export async function logoMark(tx: Tx): Promise<Buffer | null> {
  return (await tx.one<{ logo_mark: Buffer | null }>(mark))?.logo_mark ?? null;
}
