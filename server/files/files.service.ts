import { invalid, Problem } from "../../shared/kernel/problems";
import type { ProjectRole } from "../../shared/kernel/permissions";
import type { Upload } from "../platform/body";
import type { FileStore } from "../platform/file-store";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/unit-of-work";
import { effectiveRole } from "../projects/projects.policy";
import { FileEntity } from "./file.entity";
import { endings, type FileType, typeOf } from "./file-types";

export interface UploadRules {
  types: readonly FileType[];
  bytes: number;
  /** The message when the type is another. */
  message: "file.type" | "file.imageType";
}

/** What hangs on tasks and requests. */
export const attachmentRules: UploadRules = {
  types: [
    "image/jpeg",
    "image/png",
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  bytes: 5 * 1024 * 1024,
  message: "file.type",
};

/**
 * Keeps an uploaded file. The bytes are stored first: a row never points to nothing; bytes without a row are harmless.
 * @throws Problem 422 when there is no file, or it is of another type or larger than the rules allow.
 */
export async function keepUpload(
  tx: Tx,
  actor: Pick<Actor, "id">,
  store: FileStore,
  upload: Upload | undefined,
  rules: UploadRules,
): Promise<FileEntity> {
  if (!upload || upload.bytes.length === 0) throw invalid(upload?.field ?? "file", "file.missing");
  const { field, bytes } = upload;
  if (bytes.length > rules.bytes) throw invalid(field, "file.tooLarge");
  const type = typeOf(bytes);
  if (!type || !rules.types.includes(type)) throw invalid(field, rules.message);
  const storageKey = await store.put(bytes, { tenantId: tx.tenantId, type });
  const row = { name: fileName(upload.name, type), type, size: bytes.length, storageKey, uploadedBy: actor.id };
  return tx.repo(FileEntity).insert(row);
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
  /** The picture of a person, of any kind: everyone in the tenant may see it. */
  portrait: boolean;
  /** Tasks it hangs on that this person may see through a project. */
  roles: (ProjectRole | "none")[] | null;
}

const byId = sql(
  "files.byId",
  `SELECT f.id, f.name, f.type, f.size, f.storage_key,
          EXISTS (SELECT FROM app_user u WHERE u.tenant_id = f.tenant_id AND u.image_file_id = f.id) AS portrait,
          (SELECT array_agg(COALESCE(p.role, 'none')) FROM task_attachment a
           JOIN task t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
           LEFT JOIN project_access p ON p.tenant_id = t.tenant_id AND p.project_id = t.project_id AND p.user_id = $2
           WHERE a.tenant_id = f.tenant_id AND a.file_id = f.id) AS roles
   FROM file f WHERE f.tenant_id = current_tenant() AND f.id = $1`,
);

export type VisibleFile = Pick<VisibleRow, "id" | "name" | "type" | "size" | "portrait"> & { storageKey: string };

/**
 * The file, if the actor may see what it hangs on. What hangs on nothing is nobody's.
 * @throws Problem 404 when it doesn't exist or isn't theirs to see.
 */
export async function visibleFile(tx: Tx, actor: Actor, id: number): Promise<VisibleFile> {
  const row = await tx.one<VisibleRow>(byId, [id, actor.id]);
  const throughTask = row?.roles?.some((role) => effectiveRole(actor, role === "none" ? null : role) !== null);
  if (!row || !(row.portrait || throughTask)) throw new Problem("notFound");
  const { name, type, size, portrait, storage_key: storageKey } = row;
  return { id, name, type, size, portrait, storageKey };
}
