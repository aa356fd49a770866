import type { Tx } from "../../platform/database/unit-of-work";

/** Emits and logs changes of a private booking without an author, because the author would reveal its requester or driver. */
export async function hideAuthorIfPrivate<Result>(
  isPrivate: boolean,
  tx: Tx,
  tell: () => Promise<Result>,
): Promise<Result> {
  const author = tx.actor;
  if (isPrivate) tx.actor = null;
  try {
    return await tell();
  } finally {
    tx.actor = author;
  }
}
