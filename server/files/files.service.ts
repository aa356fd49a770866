import { attachmentBytes, isImageType, mostPixels } from "../../shared/attachments/attachments.rules";
import { invalid, Problem } from "../../shared/kernel/problems";
import type { ProjectRole } from "../../shared/kernel/permissions";
import type { Upload } from "../platform/http/body";
import type { FileStore } from "../platform/files/file-store";
import { callerOf, type ChildProcesses, runOrRefuse } from "../platform/child-processes";
import type { Unit } from "../platform/http/serve/serve-in-steps";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { effectiveRole } from "../projects/projects.policy";
import { FileEntity } from "./file.entity";
import { endings, type FileType } from "./file-types";
import { noteKey, removeIfLoose, settleKey } from "./loose-files.service";

export interface UploadRules {
  types: readonly FileType[];
  bytes: number;
  /** The message when the type is another. */
  message: "file.type" | "file.imageType" | "file.photoType" | "file.pictureType" | "file.signatureType";
  /** The message when it is larger; of attachments, unless another is said. */
  tooLarge?: "file.pictureTooLarge" | "file.signatureTooLarge" | "file.logoTooLarge";
}

/** What hangs on tasks and requests. */
export const attachmentRules: UploadRules = {
  types: [
    "image/jpeg",
    "image/png",
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  bytes: attachmentBytes,
  message: "file.type",
};

export interface CheckedUpload {
  name: string;
  type: FileType;
  bytes: Buffer;
}

/**
 * What an upload really is, by its content, which is read in a child process; its name made safe. Call it outside of transactions.
 * @throws Problem 422 when there is no file, or it is of another type or larger than the rules allow.
 */
export async function checkUpload(
  childProcesses: ChildProcesses,
  actor: Pick<Actor, "id" | "tenantId">,
  upload: Upload | undefined,
  rules: UploadRules,
): Promise<CheckedUpload> {
  if (!upload || upload.bytes.length === 0) throw invalid(upload?.field ?? "file", "file.missing");
  const { field, bytes } = upload;
  if (bytes.length > rules.bytes) throw invalid(field, rules.tooLarge ?? "file.tooLarge");
  const refuse = () => invalid(field, rules.message);
  const facts = await runOrRefuse(childProcesses.run("file", bytes, callerOf(actor)), refuse);
  if (!facts || !rules.types.includes(facts.type)) throw refuse();
  const { type, size } = facts;
  if (size && size.width * size.height > mostPixels) throw invalid(field, "file.tooManyPixels");
  return { name: fileName(upload.name, type), type, bytes };
}

/**
 * Keeps the bytes of an upload, and then runs `use`, in a transaction of its own. There, `keep` makes the row that names
 * them. The key is noted before the bytes are stored: whatever happens on the way, either the row is there, or the bytes
 * are removed, by us or by the next sweep. No connection is held while the store is busy.
 */
export async function keepUpload<Result>(
  unit: Unit,
  actor: Pick<Actor, "id">,
  store: FileStore,
  upload: CheckedUpload,
  use: (tx: Tx, keep: () => Promise<FileEntity>) => Promise<Result>,
): Promise<Result> {
  const key = await unit((tx) => noteKey(tx));
  let kept = false;
  try {
    await store.put(key, upload.bytes, upload.type);
    return await unit((tx) => {
      kept = false;
      return use(tx, async () => {
        await settleKey(tx, key);
        kept = true;
        const { name, type, bytes } = upload;
        const previewState = isImageType(type) ? "waiting" : "none";
        return tx
          .repo(FileEntity)
          .insert({ name, type, size: bytes.length, storageKey: key, uploadedBy: actor.id, previewState });
      });
    });
  } catch (error) {
    kept = false; // or unknown, when the connection broke at the commit: the note says which
    throw error;
  } finally {
    if (!kept) await removeIfLoose(unit, store, key).catch(() => {}); // the sweep finds it
  }
}

/** Control characters, what file systems can't take, and marks that turn the direction of what follows. */
const unfit = /[\p{Cc}<>:"|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name that is safe in headers and on every disk, and ends as its content says. */
export function fileName(given: string, type: FileType): string {
  const base = given.split(/[\\/]/).pop() ?? "";
  const plain = base.replace(unfit, "").trim();
  const known: readonly string[] = endings[type];
  const [, stem = plain, ending = ""] = /^(.*)\.([^.]*)$/.exec(plain) ?? [];
  const kept = known.includes(ending.toLowerCase()) ? ending : known[0];
  return `${[...(stem || "file")].slice(0, 120).join("")}.${kept}`;
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
  /** The picture of a person, of any kind: everyone in the tenant may see it; from outside, whoever works with them. */
  portrait: boolean;
  /** The picture of a client: for those who may see clients. */
  logo: boolean;
  /** A signature: for the person and holders of `user-edit`. */
  signature: boolean;
  /** Tasks it hangs on that this person may see through a project. */
  roles: (ProjectRole | "none")[] | null;
}

const byId = sql(
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
            AND (u.id = $2 OR person_holds($2, 'user-edit'))) AS signature,
          (SELECT array_agg(COALESCE(p.role, 'none')) FROM task_attachment a
           JOIN task t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
           LEFT JOIN project_access p ON p.tenant_id = t.tenant_id AND p.project_id = t.project_id AND p.user_id = $2
           WHERE a.tenant_id = f.tenant_id AND a.file_id = f.id) AS roles
   FROM file f WHERE f.tenant_id = current_tenant() AND f.id = $1`,
);

const ownLogo = sql(
  "files.ownLogo",
  `SELECT f.id, f.name, f.type, f.size, f.storage_key AS "storageKey" FROM tenant t
   JOIN file f ON f.tenant_id = t.id AND f.id = t.logo_file_id WHERE t.id = current_tenant() AND f.id = $1`,
);

/** The organisation's logo stands on its sign-in page: whoever has its address may see it. Null when it is another file. */
export async function publicLogo(tx: Tx, id: number): Promise<VisibleFile | null> {
  const row = await tx.one<Omit<VisibleFile, "preview" | "portrait">>(ownLogo, [id]);
  return row ? { ...row, portrait: false, preview: { state: "none" } } : null;
}

export interface VisibleFile extends Pick<VisibleRow, "id" | "name" | "type" | "size" | "portrait"> {
  storageKey: string;
  /** `waiting` for the worker, `failed` for good. */
  preview: { state: "none" | "waiting" | "failed" } | { state: "ready"; storageKey: string; size: number };
}

/** Whether someone sees a file through what it lies with. @throws Problem 404 when they may not see that. */
export type SeesFile = (tx: Tx, actor: Actor, fileId: number) => Promise<boolean>;

/**
 * The file, if the actor may see what it hangs on; `through` asks features that files know nothing of. What hangs on
 * nothing is nobody's.
 * @throws Problem 404 when it doesn't exist or isn't theirs to see.
 */
export async function visibleFile(tx: Tx, actor: Actor, id: number, through: SeesFile): Promise<VisibleFile> {
  const row = await tx.one<VisibleRow>(byId, [id, actor.id, actor.external]);
  const throughTask = row?.roles?.some((role) => effectiveRole(actor, role === "none" ? null : role) !== null);
  if (!row || !(row.portrait || row.logo || row.signature || throughTask || (await through(tx, actor, id))))
    throw new Problem("notFound");
  const { name, type, size, portrait, storage_key: storageKey } = row;
  return { id, name, type, size, portrait, storageKey, preview: previewOf(row) };
}

function previewOf({ preview_state: state, preview_key, preview_size }: VisibleRow): VisibleFile["preview"] {
  return state === "ready" ? { state, storageKey: preview_key as string, size: preview_size as number } : { state };
}
