import { defineFeature } from "../../kernel/feature";
import * as people from "../../kernel/visible-users.contract";
import * as peopleImport from "./people-import.contract";
import * as personWork from "./person-work.contract";
import * as personFiles from "./person-files.contract";
import * as userBulk from "./user-bulk.contract";
import * as userChanges from "./user-changes.contract";
import * as userHistory from "./user-history.contract";
import * as users from "./users.contract";
import { peopleEvents, peopleImportEvents } from "./people.events";

export const peopleFeature = defineFeature({
  contracts: { personWork, people, personFiles, peopleImport, userBulk, userChanges, userHistory, users },
  events: { ...peopleEvents, ...peopleImportEvents },
  searches: { user: { permission: "user-view" }, person_file: { permission: "user-view" } },
});

declare module "../../kernel/search" {
  interface SearchKinds {
    user: true;
    person_file: true;
  }
}
