import { type DomainEvents, type LiveEvent, parseStream, type StreamName } from "./events";

/**
 * Redacts data that users outside the organization may not see: hours worked, project costs and deleted content. All replies, replays and
 * live events for such users pass through these functions.
 */

const hours: readonly string[] = ["spent_minutes", "spent_on_estimated_minutes"];
/** Fields that contain the name of a deleted record. */
const nameFields: readonly string[] = ["title", "name", "task_title"];

/** The only events of the tenant's stream that external users get. */
const tenantTypesForExternals = ["tenant.updated", "subscription.changed"] satisfies (keyof DomainEvents)[] as string[];

/** Types of events about hours, bookings and leave, which are withheld on all streams. */
const withheldTypes = /^(time_entry|booking|leave)\./;

/** Regular expression for SQL that matches event types without a history entry for external users. */
export const typesHiddenFromExternals = "^time_entry\\.|\\.(deleted|purged)$|^project_field\\.removed$";
const isUnlisted = (type: string) => new RegExp(typesHiddenFromExternals).test(type);

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Redacts a reply for an external user, who sees hours only in their own time entries. */
export function replyForExternal<Answer>(answer: Answer, readerId: number): Answer {
  return redact(answer, readerId) as Answer;
}

function redact(value: unknown, readerId: number): unknown {
  if (Array.isArray(value)) return value.map((item) => redact(item, readerId));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (hours.includes(key) && typeof inner === "number") return [key, null];
      if (key === "budget") return [key, null];
      if (key === "time_entries" && Array.isArray(inner))
        return [key, inner.filter((entry) => isAuthoredBy(entry, readerId))];
      return [key, redact(inner, readerId)];
    }),
  );
}

const isAuthoredBy = (entry: unknown, readerId: number) =>
  isObject(entry) && isObject(entry.user) && entry.user.id === readerId;

/**
 * Applies the same redaction as `replyForExternal` to JSON text from the database. Quotes inside texts are escaped, so user text does not
 * match.
 */
export const jsonForExternal = (json: string): string =>
  json.replace(/"(spent_minutes|spent_on_estimated_minutes)":\d+/g, '"$1":null');

const isWithheld = (type: string, stream: StreamName) =>
  withheldTypes.test(type) || (parseStream(stream)?.kind === "tenant" && !tenantTypesForExternals.includes(type));

/**
 * Redacts an event for external users. No event is dropped, so that revisions have no gap. `withheld` events lose their type, author and
 * data, and deletions lose their texts. Returns the same object if nothing is redacted.
 */
export function eventForExternal<Event extends LiveEvent>(event: Event, stream: StreamName): Event {
  if (isWithheld(event.type, stream)) return { ...event, type: "withheld", actor: null, data: {} };
  if (!isObject(event.data)) return event;
  const data = { ...event.data };
  for (const key of hours) if (typeof data[key] === "number") data[key] = null;
  if (isUnlisted(event.type)) {
    for (const key of nameFields) if (key in data) data[key] = "";
    data.unlisted = true;
  }
  return { ...event, data };
}

/** Whether the event is identical for internal and external users. */
export const isSameForExternals = ({ type, data }: LiveEvent, stream: StreamName): boolean =>
  !isUnlisted(type) &&
  !isWithheld(type, stream) &&
  !(isObject(data) && hours.some((key) => typeof data[key] === "number"));
