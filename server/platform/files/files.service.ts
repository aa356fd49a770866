import { maxAttachmentBytes, isImageType, maxImagePixels } from "../../../shared/kernel/uploads";
import { invalidFieldProblem, Problem } from "../../../shared/kernel/problems";
import type { UploadedFile } from "../http/body";
import type { FileStore } from "./file-store";
import { callerKeyOf, type ChildProcesses, runOrRefuse } from "../child-processes";
import type { RunTransaction } from "../http/serve/serve-multi-transaction";
import type { Actor } from "../session";
import { sql, type Tx } from "../database/unit-of-work";
import { FileEntity } from "./file.entity";
import { fileReaders } from "./files.slots";
import { extensionsByType, type FileType } from "./file-types";
import { removeImageMetadata } from "./image-metadata";
import { reserveStorageKey, removeIfOrphaned, confirmStorageKey } from "./orphaned-files.service";

export interface UploadRules {
  types: readonly FileType[];
  bytes: number;
  message:
    | "file.type"
    | "file.receiptType"
    | "file.imageType"
    | "file.photoType"
    | "file.pictureType"
    | "file.signatureType";
  tooLarge?: "file.pictureTooLarge" | "file.signatureTooLarge" | "file.logoTooLarge";
}

export const attachmentRules: UploadRules = {
  types: [
    "image/jpeg",
    "image/png",
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  bytes: maxAttachmentBytes,
  message: "file.type",
};

export interface CheckedUpload {
  name: string;
  type: FileType;
  bytes: Buffer;
}

/**
 * Detects the type of an upload in a child process, and sanitizes its name and its metadata. Must be called outside of transactions.
 * @throws Problem 422 when there is no file, or its type or size isn't allowed.
 */
export async function checkUpload(
  childProcesses: ChildProcesses,
  actor: Pick<Actor, "id" | "tenantId">,
  upload: UploadedFile | undefined,
  rules: UploadRules,
): Promise<CheckedUpload> {
  const { field, bytes } = requireUpload(upload);
  if (bytes.length > rules.bytes) throw invalidFieldProblem(field, rules.tooLarge ?? "file.tooLarge");
  const refuse = () => invalidFieldProblem(field, rules.message);
  const facts = await runOrRefuse(childProcesses.run("file", bytes, callerKeyOf(actor)), refuse);
  if (!facts || !rules.types.includes(facts.type)) throw refuse();
  const { type, size } = facts;
  if (size && size.width * size.height > maxImagePixels) throw invalidFieldProblem(field, "file.tooManyPixels");
  const cleanedBytes = await removeImageMetadata(childProcesses, actor, { type, bytes }, refuse);
  return { name: normalizeFileName(upload?.name ?? "", type), type, bytes: cleanedBytes };
}

/**
 * Returns the upload if a file was selected; browsers send an empty field without a name otherwise.
 * @throws Problem 422 when it is missing or empty.
 */
export function requireUpload(upload: UploadedFile | undefined, field = "file"): UploadedFile {
  if (upload && upload.bytes.length > 0) return upload;
  throw invalidFieldProblem(upload?.field ?? field, upload?.name ? "file.empty" : "file.missing");
}

/**
 * Stores an upload and then runs `use` in its own transaction, where `keep` inserts the file row. The key is recorded before the bytes are
 * stored, so that after any failure either the row exists or the bytes are removed here or by the next sweep. No database connection is
 * held while storing.
 */
export function storeUpload<Result>(
  unit: RunTransaction,
  actor: Pick<Actor, "id">,
  store: FileStore,
  upload: CheckedUpload,
  use: (tx: Tx, keep: () => Promise<FileEntity>) => Promise<Result>,
): Promise<Result> {
  return storeUploads(unit, actor, store, [upload], (tx, keep) => use(tx, () => keep(upload)));
}

/** Like `storeUpload`, for several uploads; `keep` inserts the row of one of them. */
export async function storeUploads<Result>(
  unit: RunTransaction,
  actor: Pick<Actor, "id">,
  store: FileStore,
  uploads: readonly CheckedUpload[],
  use: (tx: Tx, keep: (upload: CheckedUpload) => Promise<FileEntity>) => Promise<Result>,
): Promise<Result> {
  const keys = uploads.length === 0 ? new Map<CheckedUpload, string>() : await unit((tx) => reserveKeys(tx, uploads));
  const referencedKeys = new Set<string>();
  try {
    for (const [upload, key] of keys) await store.put(key, upload.bytes, upload.type);
    return await unit((tx) => {
      referencedKeys.clear();
      return use(tx, async (upload) => {
        const key = keys.get(upload) as string;
        await confirmStorageKey(tx, key);
        referencedKeys.add(key);
        const { name, type, bytes } = upload;
        const previewState = isImageType(type) ? "waiting" : "none";
        return tx
          .repo(FileEntity)
          .insert({ name, type, size: bytes.length, storageKey: key, uploadedBy: actor.id, previewState });
      });
    });
  } catch (error) {
    referencedKeys.clear(); // unknown if the connection broke during commit; the recorded keys decide
    throw error;
  } finally {
    for (const key of keys.values())
      if (!referencedKeys.has(key)) await removeIfOrphaned(unit, store, key).catch(() => {}); // the sweep removes it later
  }
}

async function reserveKeys(tx: Tx, uploads: readonly CheckedUpload[]): Promise<Map<CheckedUpload, string>> {
  const keys = new Map<CheckedUpload, string>();
  for (const upload of uploads) keys.set(upload, await reserveStorageKey(tx));
  return keys;
}

/** Control characters, and marks that change the text direction. */
const invalidCharacters = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The file name without folders and with an extension that matches the type. Browsers replace characters that a file system doesn't allow.
 */
export function normalizeFileName(fileName: string, type: FileType): string {
  const base = fileName.split(/[\\/]/).pop() ?? "";
  const plain = base.replace(invalidCharacters, "").trim();
  const extensions: readonly string[] = extensionsByType[type];
  const [, stem = plain, ending = ""] = /^(.*)\.([^.]*)$/.exec(plain) ?? [];
  const extension = extensions.includes(ending.toLowerCase()) ? ending : extensions[0];
  return `${[...(stem || "file")].slice(0, 120).join("")}.${extension}`;
}

interface VisibleRow {
  id: number;
  name: string;
  type: string;
  size: number;
  storage_key: string;
  preview_state: FileEntity["previewState"];
  preview_key: string | null;
  preview_size: number | null;
  /**
   * Whether the file is a user's portrait. Portraits are visible to all users of the tenant, but to external users only for people they
   * work with.
   */
  portrait: boolean;
  /** Whether the file is a client's logo, which is visible to users who may see clients. */
  logo: boolean;
  signature: boolean;
}

const selectFile = sql(
  "files.byId",
  `SELECT f.id, f.name, f.type, f.size, f.storage_key, f.preview_state, f.preview_key, f.preview_size,
          EXISTS (SELECT FROM app_user u WHERE u.tenant_id = f.tenant_id AND u.image_file_id = f.id
            AND (NOT $3 OR u.id = $2 OR EXISTS (
              SELECT FROM project_access mine JOIN project_access theirs
                ON theirs.tenant_id = mine.tenant_id AND theirs.project_id = mine.project_id AND theirs.user_id = u.id
              WHERE mine.tenant_id = u.tenant_id AND mine.user_id = $2))) AS portrait,
          EXISTS (SELECT FROM client c WHERE c.tenant_id = f.tenant_id AND c.image_file_id = f.id
            AND (person_holds($2, 'client-list') OR person_holds($2, 'client-edit'))) AS logo,
          EXISTS (SELECT FROM app_user u WHERE u.tenant_id = f.tenant_id AND u.signature_file_id = f.id
            AND (u.id = $2 OR person_holds($2, 'user-edit'))) AS signature
   FROM file f WHERE f.tenant_id = current_tenant() AND f.id = $1`,
);

const selectOwnLogo = sql(
  "files.ownLogo",
  `SELECT f.id, f.name, f.type, f.size, f.storage_key AS "storageKey" FROM tenant t
   JOIN file f ON f.tenant_id = t.id AND f.id = t.logo_file_id WHERE t.id = current_tenant() AND f.id = $1`,
);

/** The tenant's logo is shown on the sign-in page and therefore public. Returns null for any other file. */
export async function findPublicLogo(tx: Tx, id: number): Promise<VisibleFile | null> {
  const row = await tx.one<Omit<VisibleFile, "preview" | "portrait">>(selectOwnLogo, [id]);
  return row ? { ...row, portrait: false, preview: { state: "none" } } : null;
}

export interface VisibleFile extends Pick<VisibleRow, "id" | "name" | "type" | "size" | "portrait"> {
  storageKey: string;
  /** State of the preview: `waiting` for the worker; `failed` is final. */
  preview: { state: "none" | "waiting" | "failed" } | { state: "ready"; storageKey: string; size: number };
}

async function isReadByFeature(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  for (const canRead of fileReaders.filling) if (await canRead(tx, actor, id)) return true;
  return false;
}

/**
 * Returns the file if the actor may see a record it is attached to. A file without a record is not accessible.
 * @throws Problem 404 when it doesn't exist or isn't visible to the actor.
 */
export async function findVisibleFile(tx: Tx, actor: Actor, id: number): Promise<VisibleFile> {
  const row = await tx.one<VisibleRow>(selectFile, [id, actor.id, actor.external]);
  if (!row || !(row.portrait || row.logo || row.signature || (await isReadByFeature(tx, actor, id))))
    throw new Problem("notFound");
  const { name, type, size, portrait, storage_key: storageKey } = row;
  return { id, name, type, size, portrait, storageKey, preview: previewOf(row) };
}

function previewOf({ preview_state: state, preview_key, preview_size }: VisibleRow): VisibleFile["preview"] {
  return state === "ready" ? { state, storageKey: preview_key as string, size: preview_size as number } : { state };
}
