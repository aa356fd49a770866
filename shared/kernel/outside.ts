import type { LiveEvent } from "./events";

/**
 * What people from outside the organisation don't get to see, wherever it stands: how long somebody worked, what a
 * project may cost, and what was deleted. Answers, replays and live events go through here; nothing else has to know.
 */

/** Numbers of hours that sum up what persons wrote down. */
const hours: readonly string[] = ["spent_minutes", "spent_on_estimated_minutes"];
/** Where a deletion names what was deleted. */
const words: readonly string[] = ["title", "name", "task_title"];

/** Of these they hear nothing but that there is an event: hours, and where the organisation meets and drives, of which somebody who is from outside by now was part. */
const withheld = /^(time_entry|booking)\./;

/** Event types that they have no line of in any history: SQL's regular expression. */
export const unlistedOutside = "^time_entry\\.|\\.deleted$";
const isUnlisted = (type: string) => new RegExp(unlistedOutside).test(type);

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** An answer as a reader from outside gets it. What they wrote down themself they see. */
export function answerForOutside<Answer>(answer: Answer, readerId: number): Answer {
  return concealed(answer, readerId) as Answer;
}

function concealed(value: unknown, readerId: number): unknown {
  if (Array.isArray(value)) return value.map((item) => concealed(item, readerId));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (hours.includes(key) && typeof inner === "number") return [key, 0];
      if (key === "budget") return [key, null];
      if (key === "time_entries" && Array.isArray(inner)) return [key, inner.filter((entry) => isBy(entry, readerId))];
      return [key, concealed(inner, readerId)];
    }),
  );
}

const isBy = (entry: unknown, readerId: number) =>
  isObject(entry) && isObject(entry.user) && entry.user.id === readerId;

/** The same for an answer that the database has written as JSON: a quote inside of a text has a backslash before it. */
export const jsonForOutside = (json: string): string =>
  json.replace(/"(spent_minutes|spent_on_estimated_minutes)":\d+/g, '"$1":0');

/**
 * An event as people from outside hear it: always one, so that revisions have no gap. Of hours and bookings nothing but that there is
 * an event; of deletions which one, and no words. The same object where there is nothing to conceal.
 */
export function eventForOutside<Event extends LiveEvent>(event: Event): Event {
  if (withheld.test(event.type)) return { ...event, type: "withheld", actor: null, data: {} };
  if (!isObject(event.data)) return event;
  const data = { ...event.data };
  for (const key of hours) if (typeof data[key] === "number") data[key] = 0;
  if (isUnlisted(event.type)) {
    for (const key of words) if (key in data) data[key] = "";
    data.unlisted = true;
  }
  return { ...event, data };
}

/** Whether an event of this type and content is the same for everybody. */
export const isForEverybody = ({ type, data }: LiveEvent): boolean =>
  !isUnlisted(type) && !withheld.test(type) && !(isObject(data) && hours.some((key) => typeof data[key] === "number"));
