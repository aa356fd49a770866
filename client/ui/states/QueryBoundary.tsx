import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { ProblemError } from "../../platform/problem-error";
import { paths } from "../../platform/paths";
import { ErrorState } from "./ErrorState";
import { SkeletonRows } from "./Skeleton";

interface QueryBoundaryProps<Data> {
  query: UseQueryResult<Data, Error>;
  /** The final boxes, grey. */
  loading?: ReactNode;
  /** What it is, for "This board could not be loaded". */
  failed?: string;
  children: (data: Data) => ReactNode;
}

/** Refusals that take the place of a screen whose main content is refused (specification section 8). */
const pages: Record<number, string> = {
  400: paths.badRequest,
  404: paths.notFound,
  429: paths.serverError,
  500: paths.serverError,
};

/**
 * The main content of a screen. A refusal on the first load leads to its page; once there is something to show it
 * stays, and a failed refetch shows nothing worse than the old state.
 */
export function QueryBoundary<Data>({ query, loading, failed, children }: QueryBoundaryProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return loading ?? <SkeletonRows />;
  const { error } = query;
  const page = error instanceof ProblemError ? pages[error.status] : undefined;
  if (page) return <ToErrorPage page={page} error={error as ProblemError} />;
  return (
    <ErrorState
      error={error as Error}
      title={failed}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

export interface ErrorPageState {
  message?: string;
  requestId?: string | null;
  from?: string;
}

/**
 * Leaves for the error page, which may say why one is there and lead back. The way back is the router's location: the
 * browser's address already is the error page's while this screen is drawn once more before it goes.
 */
function ToErrorPage({ page, error }: { page: string; error: ProblemError }) {
  const { pathname, search } = useLocation();
  const state: ErrorPageState = { message: error.message, requestId: error.requestId, from: pathname + search };
  return <Navigate to={page} replace state={state} />;
}
