import type { ServerFeature } from "../../platform/features";
import { mayFollowInTenant } from "../../platform/live/stream-definitions";
import { emitPerson } from "./change-person.service";
import { canSeeDirectory } from "./directory.policy";
import { registerPeopleImportRoutes } from "./import/import.routes";
import { registerPeopleExportRoutes } from "./people-export.routes";
import { registerPeopleRoutes } from "./people.routes";
import { personFileSearch, userSearch } from "./people.search";
import { registerPersonFilesRoutes } from "./person-files.routes";
import { canReadPersonFile } from "./person-files.service";
import { registerUserChangesRoutes } from "./user-changes.routes";
import { UserPrivateEntity } from "./user-private.entity";
import { UserEntity } from "./user.entity";
import { findOrCreateAccount } from "./newcomer.service";

export const peopleFeature = {
  routes: [
    registerPersonFilesRoutes,
    registerPeopleExportRoutes,
    registerPeopleImportRoutes,
    registerPeopleRoutes,
    registerUserChangesRoutes,
  ],
  entities: [UserPrivateEntity, UserEntity],
  fileReaders: [canReadPersonFile],
  housekeeping: [
    // An import can be undone for one day; after that its previous values are not needed.
    "DELETE FROM people_import WHERE created_at < now() - interval '1 day'",
  ],
  searches: { user: userSearch, person_file: personFileSearch },
  streams: {
    directory: { mayFollow: mayFollowInTenant(canSeeDirectory) },
  },
  fills: { signOnAccounts: { findOrCreate: findOrCreateAccount }, emitAccount: emitPerson },
  personalData: {
    areas: { person: "user_private.user_id", employment: "user_file.user_id dotted_line.user_id" },
    leaders: "dotted_line.manager_id app_user.parent_id",
    internal: "people_import.user_id people_import_row.user_id",
  },
} satisfies ServerFeature;
