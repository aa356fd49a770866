import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { LiveEvent } from "../../../shared/kernel/events";
import type { CachedReads, ReplyAspect } from "../query";

/**
 * Effects of a live event on cached responses. A response that the event contains is `set`, one that follows from it is `patch`ed, and
 * everything else is refetched. Refetching marks the responses as stale, so that hidden ones are fetched when they are shown again, and
 * never runs twice at the same time for the same key.
 *
 * | function            | refetches displayed responses                | for                                                       |
 * |---------------------|----------------------------------------------|-----------------------------------------------------------|
 * | `set`, `patch`      | no                                           | data that the event contains or determines                |
 * | `refetch`           | immediately                                  | data that changes rarely and that users wait for          |
 * | `refetchSoon`       | at once, then at most every `throttleMs`     | everything else                                           |
 * | `refetchShowing`    | like `refetchSoon`, if they show the aspect  | data of which most screens ignore the changed part        |
 * | `refetchWhenQuiet`  | after `settleMs` without further events      | patched data, and figures that are computed in background |
 *
 * After the user's own changes, screens use `setQuery`, `patchQuery` and `refetch` of client/platform/query.ts.
 */
export interface LiveCache {
  set(key: QueryKey, data: unknown): void;
  /** Applies a change to each cached response. Return the same object if nothing changes. */
  patch<Data>(key: QueryKey, change: (data: Data, key: QueryKey) => Data): void;
  refetch(...reads: readonly CachedReads[]): void;
  refetchSoon(...reads: readonly CachedReads[]): void;
  refetchShowing(aspect: ReplyAspect, ...reads: readonly CachedReads[]): void;
  refetchWhenQuiet(...reads: readonly CachedReads[]): void;
  readonly client: QueryClient;
}

export type LiveEffect<Data = never> = (event: LiveEvent<string, Data>, cache: LiveCache) => void;

/**
 * Live updates of a feature (`<feature>.live.ts`): the effects of all its own events, and of those events of lower features that affect its
 * responses. An event without effect on cached responses is listed with `noEffect`.
 */
export type LiveUpdates<Own, Lower = unknown> = { readonly [Type in keyof Own]: LiveEffect<Own[Type]> } & {
  readonly [Type in keyof Lower]?: LiveEffect<Lower[Type]>;
};

export const noEffect = (): void => undefined;

/** After a change of permissions or of the plan, every response may differ, including errors. */
export const refetchEverything = (_: unknown, cache: LiveCache): void => void cache.client.invalidateQueries();

/** Maps several events to the same effect. */
export const onEach = <Type extends string, Effect>(types: readonly Type[], effect: Effect) =>
  Object.fromEntries(types.map((type) => [type, effect])) as Record<Type, Effect>;

/** Returns the created, updated and deleted events of each kind of record. */
export const recordChanges = <Kind extends string>(...kinds: readonly Kind[]) =>
  kinds.flatMap((kind) => [`${kind}.created`, `${kind}.updated`, `${kind}.deleted`] as const);

/** Live updates of a kind of record: its own responses, and those of other features that show something of it. */
export const recordUpdates = <Kind extends string>(
  kind: Kind,
  own: readonly CachedReads[],
  others: readonly CachedReads[] = [],
) =>
  onEach(recordChanges(kind), (_: unknown, cache: LiveCache) => {
    cache.refetch(...own);
    cache.refetchSoon(...others);
  });

const effects = new Map<string, LiveEffect[]>();

export function registerLiveUpdates(updates: Readonly<Record<string, LiveEffect>>): void {
  for (const [type, effect] of Object.entries(updates)) effects.set(type, [...(effects.get(type) ?? []), effect]);
}

/** False for events that no feature has registered. */
export function applyLiveEvent(event: LiveEvent, cache: LiveCache): boolean {
  const registered = effects.get(event.type);
  for (const effect of registered ?? []) effect(event as never, cache);
  return registered !== undefined;
}
