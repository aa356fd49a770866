import type { PeopleEvents, PeopleImportEvents } from "../../../shared/people/people.events";
import type { LiveEvent } from "../../../shared/kernel/events";
import { plannedChanges, readChange } from "../../../shared/employment/employment.contract";
import { readLeaving } from "../../../shared/employment/leaving.contract";
import { legacyUsers } from "../../../shared/people/people.contract";
import * as onboarding from "../../../shared/onboarding/onboarding.contract";
import type { OnboardingEvents } from "../../../shared/onboarding/onboarding.events";
import { listPersonFiles } from "../../../shared/people/person-files.contract";
import { userHistory } from "../../../shared/people/user-history.contract";
import * as users from "../../../shared/people/users.contract";
import { assignableProjectUsers, assignableUsers } from "../../../shared/projects/assignable.contract";
import { listRoles, roleHolders, whoMay } from "../../../shared/roles/roles.contract";
import { keyOf } from "../query";
import { countsOfPeople } from "./live-queries.organisation";
import type { Cache } from "./live-queries";

const lists = [
  users.listUsers,
  users.listEmployees,
  users.listAllEmployees,
  users.selectUsers,
  users.readSeats,
  users.readUser,
  users.editableUser,
  users.ownProfile,
  users.readProfile,
  userHistory,
  listPersonFiles,
  plannedChanges,
  readChange,
  readLeaving,
  onboarding.personOnboarding,
  onboarding.myOnboarding,
  legacyUsers,
];

/** Lists of people, whoever is named in another's record, and pickers that offer them. */
const person = (_: LiveEvent, cache: Cache) => {
  for (const read of lists) cache.now(keyOf(read));
  for (const read of [assignableUsers, assignableProjectUsers, listRoles, roleHolders, whoMay])
    cache.touch(keyOf(read));
  countsOfPeople(cache);
};

/** How far one's own import of people is, as long as it runs. */
export const importProgressKey = ["people-import-progress"];

const progress = ({ data }: { data: PeopleImportEvents["people_import.progress"] }, cache: Cache) =>
  cache.client.setQueryData(importProgressKey, data);

/** A checklist, and what is open of them. */
const checklist = ({ data: { id } }: { data: { id: number } }, cache: Cache) => {
  cache.now(keyOf(onboarding.personOnboarding, { id }));
  cache.now(keyOf(onboarding.myOnboarding));
  cache.now(keyOf(readLeaving));
};

export const peopleQueries = {
  "onboarding.changed": checklist,
  "onboarding.template_changed": (_: LiveEvent, cache: Cache) => cache.now(keyOf(onboarding.readOnboardingTemplate)),
  "people_import.progress": progress,
  "user.created": person,
  "user.updated": person,
  "user.activated": person,
  "user.deactivated": person,
  "user.left": person,
  "user.deleted": person,
} satisfies Record<keyof (PeopleEvents & PeopleImportEvents & OnboardingEvents), unknown>;
