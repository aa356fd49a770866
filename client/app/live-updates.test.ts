/** @jest-environment jsdom */
import { eventKinds } from "../../shared/features";
import { QueryClient } from "@tanstack/react-query";
import { requestFamilies } from "../../shared/approvals/approvals/families";
import { loadLiveUpdates } from "../platform/feature/feature";
import { applyLiveEvent, type LiveCache } from "../platform/live/live-updates";
import type { CachedReads } from "../platform/query";
import { compareWithSnapshot, describeOutcomes } from "../../tests/matrix/snapshots";
import { features } from "./features";

/**
 * Snapshot of the queries that each event affects and of how soon they are refetched. A query missing here would keep stale data.
 * `UPDATE_ANSWERS=1` rewrites the features' expected/live.txt.
 */
/** Every field that an event may contain, each with a distinct number. */
const data = {
  id: 1,
  project_id: 2,
  task_id: 3,
  user_id: 4,
  request_id: 5,
  article_id: 6,
  version: 7,
  unread_count: 8,
  bookings: [{ id: 9 }],
  user_ids: [10],
  scope: { mine: true, team: true, all: true },
  type: "purchase",
};

/** Events whose effect depends on their content, one entry per variant. */
const variants: Record<string, object[]> = {
  "leave.settings_changed": [{ what: "types" }, { what: "calendar" }],
  "request_list.changed": [{}, { scope: { mine: false, team: true, all: true } }],
};

/** The queries that an event affects, those with the same effect together. */
function effectsOf(type: string, extraData: object): string {
  const effectsByQuery = new Map<string, string>();
  const say = (how: string) => (reads: CachedReads, aspect?: unknown) => {
    const key = "path" in reads ? [reads.path] : reads;
    const parts = [...key, aspect === "progress" ? aspect : ""];
    const query = parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" ");
    effectsByQuery.set(`${query.trim()} ${how}`, how);
  };
  const client = new QueryClient();
  jest.spyOn(client, "invalidateQueries").mockImplementation((filters) => {
    say("everything")(filters?.queryKey ?? []);
    return Promise.resolve();
  });
  const all =
    (how: string) =>
    (...reads: CachedReads[]) =>
      reads.forEach((each) => say(how)(each));
  const cache: LiveCache = {
    client,
    set: say("set"),
    patch: say("set"),
    refetch: all("refetched now"),
    refetchSoon: all("refetched soon"),
    refetchShowing: (aspect, ...reads) => reads.forEach((each) => say("refetched soon")(each, aspect)),
    refetchWhenQuiet: all("refetched when quiet"),
  };
  const event = { type, revision: 1, at: "2026-11-22T09:00:00Z", actor: null, data: { ...data, ...extraData } };
  if (!applyLiveEvent({ id: 1, ...event }, cache)) throw new Error(`No feature lists the event ${type}.`);
  const sorted = [...effectsByQuery].toSorted(([one], [other]) => one.localeCompare(other, "en"));
  return describeOutcomes(sorted.map(([query, how]) => [query.slice(0, -how.length - 1), how]));
}

test("each event affects exactly the queries in the snapshot", async () => {
  await loadLiveUpdates(features);
  const found = Object.fromEntries(
    eventKinds.flatMap((type) =>
      (variants[type] ?? [{}]).flatMap((extraData) =>
        (type.startsWith("request") || type.startsWith("inbox.") ? requestFamilies : [null]).map((family) => [
          [type, ...Object.values(extraData).map((one) => JSON.stringify(one)), family ?? ""].join(" ").trim(),
          effectsOf(type, { ...extraData, ...(family ? { family } : {}) }),
        ]),
      ),
    ),
  );
  const lines = Object.entries(found).map(([event, effects]): [string, string] => [event, effects]);
  expect(compareWithSnapshot("live", new Map(lines))).toEqual([]);
});
