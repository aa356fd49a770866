import { invalidFieldProblem } from "../../../shared/kernel/problems";
import type { ChildProcesses } from "../child-processes";
import type { UploadedFile } from "../http/body";
import type { Actor } from "../session";
import { type CheckedUpload, checkUpload, type UploadRules } from "./files.service";
import { cleanSvg } from "./svg";

const megabyte = 1024 * 1024;
const largestDrawing = megabyte / 4;

/** Upload rules for portraits and signatures (specification section 5). */
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

/**
 * Detects the type of an upload and sanitizes SVGs.
 * @throws Problem 422 when there is no file, or its type or size isn't allowed.
 */
export const checkPicture = (
  childProcesses: ChildProcesses,
  actor: Actor,
  kind: PictureKind,
  upload: UploadedFile | undefined,
) => checkImageUpload(childProcesses, actor, { field: kind, rules: pictureRules[kind] }, upload);

/**
 * Like `checkPicture`, for images that don't belong to a user.
 * @param field the form field.
 * @throws Problem 422.
 */
export async function checkImageUpload(
  childProcesses: ChildProcesses,
  actor: Pick<Actor, "id" | "tenantId">,
  { field, rules }: { field: string; rules: UploadRules },
  upload: UploadedFile | undefined,
): Promise<CheckedUpload> {
  const checked = await checkUpload(childProcesses, actor, upload, rules);
  if (checked.type !== "image/svg+xml") return checked;
  // SVGs are parsed on the event loop, so their size is limited; the limit is well above real drawings.
  if (checked.bytes.length > largestDrawing) throw invalidFieldProblem(field, rules.tooLarge ?? "file.tooLarge");
  const clean = cleanSvg(checked.bytes.toString("utf8"));
  if (clean === null) throw invalidFieldProblem(field, rules.message);
  return { ...checked, bytes: Buffer.from(clean) };
}
