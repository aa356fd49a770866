import {
  type Query,
  QueryClient,
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import { useRef } from "react";
import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { type CallInput, call, newIdempotencyKey } from "./api";
import { OfflineError, ProblemError } from "./problem-error";
import { reportFailure } from "./failure";

/** Lists stay for half an hour (specification section 9); live events keep them true meanwhile. */
export const cacheMs = 30 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: cacheMs,
      staleTime: 30_000,
      networkMode: "always", // a failed call says so; a paused one would look like loading for ever
      retry: (failures, error) => {
        if (error instanceof ProblemError) return error.status === 503 && failures < 3;
        return error instanceof OfflineError && failures < 2;
      },
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
    },
    mutations: { networkMode: "always" },
  },
});

/**
 * Marks are put again on answers that were on their way when something made them old. TanStack Query asks again at once where an
 * answer was known before; a first one it waits for, though it may be of before, and takes the mark off with it.
 */
export function keepMarks(client: QueryClient): void {
  const old = new WeakSet<Query>();
  client.getQueryCache().subscribe((happened) => {
    if (happened.type !== "updated") return;
    const { action, query } = happened;
    if (action.type === "fetch") old.delete(query);
    else if (action.type === "invalidate" && query.state.fetchStatus === "fetching") old.add(query);
    else if (action.type === "success" && !action.manual && old.delete(query))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });
}

keepMarks(queryClient);

/** `[path]`, `[path, params]` or `[path, params, query]`: a shorter key stands for all longer ones. */
export function keyOf<E extends Endpoint>(endpoint: E, params?: ParamsOf<E>, query?: Partial<QueryOf<E>>): unknown[] {
  if (query !== undefined) return [endpoint.path, params ?? {}, query];
  return params === undefined ? [endpoint.path] : [endpoint.path, params];
}

interface Read<E> {
  params?: ParamsOf<E>;
  query?: Partial<QueryOf<E>>;
}

type ReadOptions<E extends Endpoint, Data> = Omit<UseQueryOptions<ReplyOf<E>, Error, Data>, "queryKey" | "queryFn">;

/** A part of an answer that changes far more often than the rest. */
export type Aspect = "progress";

/** Said by screens that show how far projects are: `useEndpoint(listProjects, {}, { ...showsProgress })`. */
export const showsProgress = { meta: { shows: "progress" satisfies Aspect } };

/** For `useQuery`, `prefetchQuery` and `fetchQuery` alike. */
export function readOf<E extends Endpoint>(endpoint: E, { params, query }: Read<E> = {}) {
  return {
    queryKey: keyOf(endpoint, params ?? ({} as ParamsOf<E>), query ?? {}),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<E>> => call(endpoint, { params, query, signal }),
  };
}

export function useEndpoint<E extends Endpoint, Data = ReplyOf<E>>(
  endpoint: E,
  read: Read<E> = {},
  options: ReadOptions<E, Data> = {},
) {
  return useQuery<ReplyOf<E>, Error, Data>({ ...readOf(endpoint, read), ...options });
}

type Act<E> = Omit<CallInput<E>, "signal">;

interface ActionOptions<E extends Endpoint>
  extends Omit<UseMutationOptions<ReplyOf<E>, Error, Act<E>>, "mutationFn" | "onError"> {
  /** True means: dealt with. Otherwise the server's message is shown in a toast; the screen stays as it is. */
  onProblem?: (error: Error, input: Act<E>) => boolean | void;
}

/**
 * What an event has just said. An answer that was asked for before may be older and come later: it is asked for again, and
 * what was on its way is dropped.
 */
export function setKnown(client: QueryClient, queryKey: QueryKey, known: unknown): void {
  client.setQueryData(queryKey, known);
  if (client.isFetching({ queryKey, exact: true }) > 0) void client.invalidateQueries({ queryKey, exact: true });
}

/**
 * What the answer to a change has just said, shown at once. The event of another's change after it may have overtaken it, and is
 * not told twice: so it is asked for again.
 */
export function showAnswer(client: QueryClient, queryKey: QueryKey, answered: unknown): void {
  client.setQueryData(queryKey, answered);
  void client.invalidateQueries({ queryKey, exact: true });
}

/**
 * Changes cached answers by what an event, or an answer to something else, has just said. An answer that is on its way may be of
 * before: it is changed as well, once it is there.
 */
export function changeKnown<Known>(client: QueryClient, queryKey: QueryKey, by: (known: Known) => Known): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const apply = () => void client.setQueryData<Known>(query.queryKey, (known) => known && by(known));
    apply();
    if (query.state.fetchStatus !== "fetching") continue;
    const again = () => void setTimeout(apply);
    void query.promise?.then(again, again);
  }
}

/** A call that changes something. A change that is sent again after the network failed keeps its idempotency key. */
export function useAction<E extends Endpoint>(endpoint: E, { onProblem, ...options }: ActionOptions<E> = {}) {
  const unsent = useRef<{ content: string; key: string } | null>(null);
  return useMutation<ReplyOf<E>, Error, Act<E>>({
    ...options,
    mutationFn: async (input) => {
      const content =
        input.body instanceof FormData ? newIdempotencyKey() : JSON.stringify([input.params, input.query, input.body]);
      const key =
        input.idempotencyKey ?? (unsent.current?.content === content ? unsent.current.key : newIdempotencyKey());
      unsent.current = { content, key };
      const answer = await call(endpoint, { ...input, idempotencyKey: key });
      unsent.current = null;
      return answer;
    },
    onError: (error, input) => {
      if (!(error instanceof OfflineError)) unsent.current = null;
      if (!onProblem?.(error, input)) reportFailure(error);
    },
  });
}
