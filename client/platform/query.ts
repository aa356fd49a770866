import {
  type Query,
  QueryClient,
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from "../../shared/kernel/endpoint";
import { type CallInput, call, newIdempotencyKey } from "./api";
import { OfflineError, ProblemError } from "./problem-error";
import { reportFailure } from "./failure";
import { RepeatGuard } from "./repeat-guard";

/** Lists are cached for half an hour (specification section 9); live events keep them up to date. */
export const cacheMs = 30 * 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: cacheMs,
      staleTime: 30_000,
      networkMode: "always", // a failed call reports an error; a paused one would load forever
      retry: (failures, error) => {
        if (error instanceof ProblemError) return error.status === 503 && failures < 3;
        return error instanceof OfflineError && failures < 2;
      },
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
    },
    mutations: { networkMode: "always" },
  },
});

export function reapplyInvalidations(client: QueryClient): void {
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

reapplyInvalidations(queryClient);

let dataVersion = 0;
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === "updated" && event.action.type === "success") dataVersion += 1;
});

/** Ignores repeated sending until any cached response has changed. */
export const useRepeatGuard = (): RepeatGuard => useState(() => new RepeatGuard(() => dataVersion))[0];

/** Cache key: `[path]`, `[path, params]` or `[path, params, query]`. A shorter key matches all longer ones. */
export function queryKeyOf<E extends Endpoint>(
  endpoint: E,
  params?: ParamsOf<E>,
  query?: Partial<QueryOf<E>>,
): unknown[] {
  if (query !== undefined) return [endpoint.path, params ?? {}, query];
  return params === undefined ? [endpoint.path] : [endpoint.path, params];
}

/** All cached responses of an endpoint, or with `queryKeyOf(endpoint, params)` those of one record. */
export type CachedReads = Endpoint | QueryKey;

export const keyOfReads = (reads: CachedReads): QueryKey => ("path" in reads ? queryKeyOf(reads) : reads);

/** Marks cached responses as stale and refetches the displayed ones, after the user's own change or when events may have been missed. */
export async function refetch(...reads: readonly CachedReads[]): Promise<void> {
  await Promise.all(reads.map((each) => queryClient.invalidateQueries({ queryKey: keyOfReads(each) })));
}

interface Read<E> {
  params?: ParamsOf<E>;
  query?: Partial<QueryOf<E>>;
}

type ReadOptions<E extends Endpoint, Data> = Omit<UseQueryOptions<ReplyOf<E>, Error, Data>, "queryKey" | "queryFn">;

/** A part of a response that changes far more often than the rest. */
export type ReplyAspect = "progress";

/** Set by screens that show project progress: `useEndpoint(listProjects, {}, { ...progressOptions })`. */
export const progressOptions = { meta: { shows: "progress" satisfies ReplyAspect } };

export function readQueryOptions<E extends Endpoint>(endpoint: E, { params, query }: Read<E> = {}) {
  return {
    queryKey: queryKeyOf(endpoint, params ?? ({} as ParamsOf<E>), query ?? {}),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReplyOf<E>> => call(endpoint, { params, query, signal }),
  };
}

export function useEndpoint<E extends Endpoint, Data = ReplyOf<E>>(
  endpoint: E,
  read: Read<E> = {},
  options: ReadOptions<E, Data> = {},
) {
  return useQuery<ReplyOf<E>, Error, Data>({ ...readQueryOptions(endpoint, read), ...options });
}

type Act<E> = Omit<CallInput<E>, "signal">;

interface ActionOptions<E extends Endpoint>
  extends Omit<UseMutationOptions<ReplyOf<E>, Error, Act<E>>, "mutationFn" | "onError"> {
  /** Return true if the error is handled. Otherwise the server's message is shown in a toast and the screen stays unchanged. */
  onProblem?: (error: Error, input: Act<E>) => boolean | void;
}

/**
 * Stores a response contained in an event. A pending response may be older, so it is discarded and fetched again. A response to the user's
 * own change is stored `from` the reply and then refetched: a later event of another change may have arrived first and isn't delivered again.
 */
export function setQuery(
  client: QueryClient,
  queryKey: QueryKey,
  data: unknown,
  from: "event" | "reply" = "event",
): void {
  client.setQueryData(queryKey, data);
  if (from === "reply" || client.isFetching({ queryKey, exact: true }) > 0)
    void client.invalidateQueries({ queryKey, exact: true });
}

/**
 * Changes each cached response whose key starts with `queryKey`, after an event or another response. A pending response may be older, so the
 * change is applied to it as well. `change` returns the same object if nothing changes.
 */
export function patchQuery<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data, queryKey: QueryKey) => Data,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const apply = () => {
      const data = client.getQueryData<Data>(query.queryKey);
      const next = data && change(data, query.queryKey);
      if (next !== data) client.setQueryData(query.queryKey, next);
    };
    apply();
    if (query.state.fetchStatus !== "fetching") continue;
    const again = () => void setTimeout(apply);
    void query.promise?.then(again, again);
  }
}

/**
 * Mutation for an endpoint. A retry after a network failure keeps its idempotency key. `mutate` ignores the second click of a double click;
 * `mutateAsync` doesn't, because its caller waits for an answer.
 */
export function useAction<E extends Endpoint>(endpoint: E, { onProblem, ...options }: ActionOptions<E> = {}) {
  const unsent = useRef<{ content: string; key: string } | null>(null);
  const guard = useRepeatGuard();
  const settleByInput = useRef(new WeakMap<Act<E>, (isSuccess: boolean) => void>());
  const mutation = useMutation<ReplyOf<E>, Error, Act<E>>({
    ...options,
    onSettled: (...settled) => {
      const [, error, input] = settled;
      settleByInput.current.get(input)?.(error === null);
      return options.onSettled?.(...settled);
    },
    mutationFn: async (input) => {
      const content = contentOf(input);
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
  const { mutate: send } = mutation;
  const mutate: typeof send = useCallback(
    (input, callbacks) => {
      const settle = guard.begin(contentOf(input));
      if (!settle) return;
      const sent = { ...input };
      settleByInput.current.set(sent, settle);
      send(sent, callbacks);
    },
    [guard, send],
  );
  return { ...mutation, mutate } as typeof mutation;
}

/** Files can't be compared, so uploads are equal only if their caller gives them the same idempotency key. */
const contentOf = <E extends Endpoint>({ params, query, body, idempotencyKey }: Act<E>): string =>
  body instanceof FormData ? (idempotencyKey ?? newIdempotencyKey()) : JSON.stringify([params, query, body]);
