import { ProblemError } from "../../platform/problem-error";
import { ErrorState } from "./ErrorState";

export interface Read {
  isLoadingError: boolean;
  isFetching: boolean;
  error: Error | null;
  refetch: () => unknown;
}

/** Reads of data that the user may not read don't count as failed. */
export const failedReadsOf = (reads: readonly Read[]) =>
  reads.filter(({ isLoadingError, error }) => isLoadingError && !isHidden(error));

/** Reports reads of a form or panel that failed, whose choices or rows would otherwise look empty. Nothing is said of data that the user may not read. */
export function FailedReads({ reads }: { reads: readonly Read[] }) {
  const failedReads = failedReadsOf(reads);
  const error = failedReads[0]?.error;
  if (!error) return null;
  const retry = () => {
    for (const read of failedReads) void read.refetch();
  };
  return <ErrorState error={error} onRetry={retry} retrying={failedReads.some(({ isFetching }) => isFetching)} />;
}

const isHidden = (error: Error | null) => error instanceof ProblemError && [403, 404].includes(error.status);
