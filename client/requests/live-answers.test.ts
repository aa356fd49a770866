/** @jest-environment jsdom */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { QueryClient } from "@tanstack/react-query";
import type { DomainEvent } from "../../shared/domain-events";
import { eventKinds } from "../../shared/event-kinds";
import { requestFamilies } from "../../shared/requests/families";
import { applyToQueries, type Cache } from "../platform/live/live-queries";
import { watchFamily } from "../platform/live/live-queries.families";
import { clientFamilies } from "./families";

/**
 * Which cached answers each event makes old, and how soon they are read again: a screen whose answer isn't named keeps showing
 * what was. What is meant is written down by `UPDATE_LIVE=1`; the difference is what one looks at.
 */
const file = path.join(__dirname, "live-answers.json");

/** Whatever an event may name, each with a number of its own. */
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

/** Those whose reach depends on what they say: each way once. */
const variants: Record<string, object[]> = {
  "leave.settings_changed": [{ what: "types" }, { what: "calendar" }],
  "request_list.changed": [{}, { scope: { mine: false, team: true, all: true } }],
};

function effectsOf(type: string, more: object): string[] {
  const told = new Set<string>();
  const say = (how: string) => (key: readonly unknown[], aspect?: string) => {
    told.add(
      [how, key.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" "), aspect ?? ""]
        .join(" ")
        .trim(),
    );
  };
  const client = new QueryClient();
  jest.spyOn(client, "invalidateQueries").mockImplementation((filters) => {
    say("everything")(filters?.queryKey ?? []);
    return Promise.resolve();
  });
  jest.spyOn(client, "setQueryData").mockImplementation((key) => say("known")(key));
  // What an event changes where it is cached.
  jest.spyOn(client.getQueryCache(), "findAll").mockImplementation((filters) => {
    say("known")(filters?.queryKey ?? []);
    return [];
  });
  const cache: Cache = { touch: say("touch"), now: say("now"), settle: say("settle"), client };
  const event = { type, revision: 1, at: "2026-11-22T09:00:00Z", actor: null, data: { ...data, ...more } };
  applyToQueries(event as unknown as DomainEvent, cache);
  return [...told].toSorted();
}

test("each event makes old the answers that stand here, and no others", async () => {
  for (const family of requestFamilies) watchFamily(family, (await clientFamilies[family].live()) as never);
  const found = Object.fromEntries(
    eventKinds.flatMap((type) =>
      (variants[type] ?? [{}]).flatMap((more) =>
        (type.startsWith("request") || type.startsWith("inbox.") ? requestFamilies : [null]).map((family) => [
          [type, ...Object.values(more).map((one) => JSON.stringify(one)), family ?? ""].join(" ").trim(),
          effectsOf(type, { ...more, ...(family ? { family } : {}) }),
        ]),
      ),
    ),
  );
  if (process.env.UPDATE_LIVE) writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as typeof found) : {};
  expect(Object.fromEntries(Object.keys(known).map((key) => [key, found[key]]))).toEqual(known);
  // What is new counts from when it is written down, at the latest before a release.
  if (process.env.TEST_ALL) expect(Object.keys(found).filter((key) => !known[key])).toEqual([]);
});
