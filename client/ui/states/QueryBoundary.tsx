import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { ProblemError } from "../../platform/problem-error";
import { paths } from "../../platform/paths";
import { ErrorState } from "./ErrorState";
import { SkeletonRows } from "./Skeleton";

interface QueryBoundaryProps<Data> {
  query: UseQueryResult<Data, Error>;
  loading?: ReactNode;
  /** Title that states what failed to load, such as "This board could not be loaded". */
  failed?: string;
  children: (data: Data) => ReactNode;
}

/** Error pages that replace a screen whose main content fails to load (specification section 8). */
const pages: Record<number, string> = {
  400: paths.badRequest,
  404: paths.notFound,
  429: paths.serverError,
  500: paths.serverError,
};

/**
 * Main content of a screen. An error of the first load leads to an error page; later the existing data stays visible despite a failed
 * refetch.
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
 * Navigates to the error page with the reason and the way back. The way back comes from the router's location, because the browser's
 * address may already be the error page's during the last render.
 */
function ToErrorPage({ page, error }: { page: string; error: ProblemError }) {
  const { pathname, search } = useLocation();
  const state: ErrorPageState = { message: error.message, requestId: error.requestId, from: pathname + search };
  return <Navigate to={page} replace state={state} />;
}
