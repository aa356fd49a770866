import type { BulkResult } from "../../../../shared/kernel/bulk-result";

export interface RunRequest {
  id: number;
  version: number;
}

export interface RunOutcome {
  results: readonly BulkResult[];
  /** Requests without a result because a call failed; those of the failed call may have been paid. */
  unconfirmedIds: readonly number[];
  /** The error that ended the run early. */
  error: Error | null;
}

/** Number of requests paid per call; progress is shown after each call. */
const batchSize = 5;

/**
 * Pays requests in calls of a few, and stops at the first call that fails.
 * @throws the error of the first call, before which nothing was paid.
 */
export async function payInBatches(
  requests: readonly RunRequest[],
  pay: (batch: RunRequest[]) => Promise<readonly BulkResult[]>,
  onProgress: (done: number) => void,
): Promise<RunOutcome> {
  const results: BulkResult[] = [];
  for (let at = 0; at < requests.length; at += batchSize) {
    onProgress(at);
    try {
      results.push(...(await pay(requests.slice(at, at + batchSize))));
    } catch (error) {
      if (at === 0) throw error;
      return { results, unconfirmedIds: requests.slice(at).map(({ id }) => id), error: error as Error };
    }
  }
  return { results, unconfirmedIds: [], error: null };
}
