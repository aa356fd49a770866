import { callerFact, findIn, personJson, type SearchSource } from "../../platform/search/search-source";
import { canReadAllFields } from "./people.policy";

/** The caller's own files and, for users who manage records, those of all people; row policies check the same (`setPrivateReaderFor`). */
export const personFileSearch: SearchSource = {
  matches: [
    findIn("user_file"),
    `SELECT p.id FROM (${findIn("file")}) AS named (id)
     JOIN user_file p ON p.tenant_id = current_tenant() AND p.file_id = named.id`,
  ],
  from: "user_file p JOIN app_user u ON u.tenant_id = p.tenant_id AND u.id = p.user_id",
  id: "p.id",
  visible: `p.tenant_id = current_tenant() AND (${callerFact("allPeople")} OR (p.user_id = $1 AND ${callerFact("ownPrivate")}))`,
  title: "p.folded",
  mine: "p.user_id = $1",
  at: "p.created_at",
  ofPerson: "p.user_id = asked.person",
  columns: { title: "p.title", type: "p.kind", context: "u.fullname", person: personJson("u"), parent_id: "p.user_id" },
  facts: (actor) => ({
    allPeople: canReadAllFields(actor),
    ownPrivate: !actor.apiToken || actor.permissions.has("user-edit"),
  }),
};
