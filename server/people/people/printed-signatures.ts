import { buffer } from "node:stream/consumers";
import { sql, type Tx } from "../../platform/database/unit-of-work";
import type { Platform } from "../../platform/platform";
import { renderSmallImageInChild } from "../../platform/files/image-mark";

export interface SignatureFile {
  userId: number;
  storageKey: string;
}

const selectSignatures = sql(
  "people.signaturesToPrint",
  `SELECT u.id AS "userId", f.storage_key AS "storageKey" FROM app_user u
   JOIN file f ON f.tenant_id = u.tenant_id AND f.id = u.signature_file_id
   WHERE u.tenant_id = current_tenant() AND u.id = ANY($1)`,
);

/** Signatures of the users who approved a document; every reader of the document may see them. */
export const signatureFiles = (tx: Tx, userIds: readonly number[]): Promise<SignatureFile[]> =>
  tx.rows<SignatureFile>(selectSignatures, [[...new Set(userIds)]]);

/** Renders signatures as small PNGs by user id. Unreadable ones are left out, because the document is valid without them. */
export async function printedSignatures(
  { files: store, childProcesses }: Pick<Platform, "files" | "childProcesses">,
  caller: string,
  files: readonly SignatureFile[],
): Promise<Record<number, Uint8Array>> {
  const drawn: Record<number, Uint8Array> = {};
  for (const { userId, storageKey } of files) {
    const stream = await store.get(storageKey);
    const picture =
      stream && (await renderSmallImageInChild(childProcesses, await buffer(stream), caller).catch(() => null));
    if (picture) drawn[userId] = picture;
  }
  return drawn;
}
