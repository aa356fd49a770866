import { eventKinds, eventSchemas } from "./features";
import type { DomainEvents, LiveEvent } from "./kernel/events";
import { eventForExternal } from "./kernel/external-view";

test("external users don't get the names of deleted records", () => {
  // These name the task, which is still there.
  const kindsOfTasks = ["reaction.removed", "watcher.removed"];
  const kinds = eventKinds.filter(
    (kind) => /\.(deleted|purged|removed)$/.test(kind) && !kindsOfTasks.includes(kind),
  ) as (keyof DomainEvents)[];
  const namedIn = (kind: keyof DomainEvents) =>
    ["title", "name", "task_title"].filter((field) => field in eventSchemas[kind].fields);
  const eventsWithNames = kinds.flatMap((type) => {
    const names = namedIn(type);
    const data = Object.fromEntries(names.map((field) => [field, "Secret"]));
    return names.length > 0 ? [{ type, data } as unknown as LiveEvent] : [];
  });
  expect(eventsWithNames.length).toBeGreaterThan(5);
  const redactedEvents = eventsWithNames.map((event) => eventForExternal(event, "project:1"));
  expect(JSON.stringify(redactedEvents)).not.toContain("Secret");
});
