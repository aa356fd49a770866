import type { ServerFeature } from "../../platform/features";
import { registerEmploymentRoutes } from "./employment.routes";
import { settleEmptyChange } from "./employment-change.service";
import { canReadEntryFile } from "./entry.service";
import { canReadAllFields } from "../people/people.policy";
import { callerFact, findIn, personJson, type SearchSource } from "../../platform/search/search-source";

/** The files of the caller's own employment history and, for users who manage records, those of all employees. */
const employmentFileSearch: SearchSource = {
  matches: [
    `SELECT x.id FROM (${findIn("file")}) AS named (id)
     JOIN employment_file x ON x.tenant_id = current_tenant() AND x.file_id = named.id`,
  ],
  from: `employment_file x JOIN file f ON f.tenant_id = x.tenant_id AND f.id = x.file_id
    JOIN user_history h ON h.tenant_id = x.tenant_id AND h.id = x.history_id
    JOIN app_user u ON u.tenant_id = h.tenant_id AND u.id = h.user_id`,
  id: "x.id",
  visible: `x.tenant_id = current_tenant() AND (${callerFact("allPeople")} OR h.user_id = $1)`,
  title: "f.folded",
  mine: "h.user_id = $1",
  at: "x.created_at",
  ofPerson: "h.user_id = asked.person",
  columns: { title: "f.name", context: "u.fullname", person: personJson("u"), parent_id: "h.user_id" },
  facts: (actor) => ({ allPeople: canReadAllFields(actor) }),
};

export const employmentFeature = {
  routes: [registerEmploymentRoutes],
  fileReaders: [canReadEntryFile],
  searches: { employment_file: employmentFileSearch },
  fills: { changeLostSchedule: settleEmptyChange },
  personalData: {
    areas: {
      employment: `user_history.user_id employment.user_id employment_salary.user_id employment_change.user_id
      employment_change_field.user_id`,
    },
    actors: `user_history.actor_id employment_change.requested_by employment_change.withdrawn_by employment_change.successor_id
      employment_handover.successor_id employment_file.created_by`,
    leaders: "employment.parent_id employment_change_field.parent_id",
  },
  demo: {
    employment: async () => (await import("./demo/demo.employment")).writeEmployment,
  },
} satisfies ServerFeature;
