import type { PeopleEvents } from "../../../shared/people/people.events";
import type { LiveEvent } from "../../../shared/kernel/events";
import { legacyUsers } from "../../../shared/people/people.contract";
import { assignableProjectUsers } from "../../../shared/projects/assignable.contract";
import { keyOf } from "../query";
import { countsOfPeople } from "./live-queries.organisation";
import type { Cache } from "./live-queries";

/** Lists of people, and pickers that offer them. */
const person = (_: LiveEvent, cache: Cache) => {
  cache.now(keyOf(legacyUsers));
  cache.touch(keyOf(assignableProjectUsers));
  countsOfPeople(cache);
};

export const peopleQueries = {
  "user.created": person,
  "user.updated": person,
  "user.activated": person,
  "user.deactivated": person,
  "user.left": person,
  "user.deleted": person,
} satisfies Record<keyof PeopleEvents, unknown>;
