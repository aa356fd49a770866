import { callerFact, findByKey, findIn, personJson, type SearchSource } from "../../platform/search/search-source";
import { canReadAllFields } from "./people.policy";

const inTenant = "u.tenant_id = current_tenant()";
/** Whether the caller may read the employee number; see `readableFieldGroups`. */
const readsWork = `(${callerFact("allPeople")} OR u.id = $1 OR u.id IN (SELECT id FROM team))`;

const phoneDigits = "ltrim(regexp_replace(u.phone_number_key, '[^0-9]', '', 'g'), '0')";
/** Numbers are equal if one is the end of the other, which lacks the prefix of its country. Shorter ones are extensions. */
const isPhone = `asked.phone IS NOT NULL AND length(${phoneDigits}) > 6
  AND (${phoneDigits} LIKE '%' || asked.phone OR asked.phone LIKE '%' || ${phoneDigits})`;

export const userSearch: SearchSource = {
  matches: [
    findIn("app_user"),
    findByKey("u.id", "app_user u", `${inTenant} AND (starts_with(u.email_key, asked.text) OR ${isPhone})`),
    findByKey("u.id", "app_user u", `${inTenant} AND u.employee_id_key = asked.text AND ${readsWork}`),
  ],
  from: "app_user u",
  id: "u.id",
  // As `canSeePerson`: users who have left are visible to users who manage records and to former superiors.
  visible: `${inTenant} AND (u.active OR ${readsWork})`,
  title: "u.folded",
  isKey: `(u.email_key = asked.text OR (u.employee_id_key = asked.text AND ${readsWork}))`,
  done: "NOT u.active",
  ofPerson: "u.id = asked.person",
  joins: `LEFT JOIN position x ON x.tenant_id = u.tenant_id AND x.id = u.position_id
    LEFT JOIN department d ON d.tenant_id = u.tenant_id AND d.id = u.department_id`,
  columns: {
    key: `CASE WHEN ${readsWork} THEN u.employee_id END`,
    title: "u.fullname",
    context: "NULLIF(concat_ws(' · ', x.title, d.name), '')",
    state: "CASE WHEN NOT u.active THEN 'inactive' END",
    person: personJson("u"),
  },
  facts: (actor) => ({ allPeople: canReadAllFields(actor) }),
};

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
