import type { Tx } from "../platform/database/unit-of-work";

/**
 * What happens to a private booking is told and written down without its author: who books in private, or drives what they
 * have booked, would be said by that alone.
 */
export async function withoutAuthorIf<Result>(
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
