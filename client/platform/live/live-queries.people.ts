import type { PeopleEvents } from "../../../shared/people/people.events";
import type { LiveEvent } from "../../../shared/kernel/events";
import { legacyUsers } from "../../../shared/people/people.contract";
import { userHistory } from "../../../shared/people/user-history.contract";
import * as users from "../../../shared/people/users.contract";
import { assignableProjectUsers } from "../../../shared/projects/assignable.contract";
import { keyOf } from "../query";
import { countsOfPeople } from "./live-queries.organisation";
import type { Cache } from "./live-queries";

const lists = [
  users.listUsers,
  users.listEmployees,
  users.listAllEmployees,
  users.selectUsers,
  users.readUser,
  users.editableUser,
  users.ownProfile,
  users.readProfile,
  userHistory,
  legacyUsers,
];

/** Lists of people, whoever is named in another's record, and pickers that offer them. */
const person = (_: LiveEvent, cache: Cache) => {
  for (const read of lists) cache.now(keyOf(read));
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
