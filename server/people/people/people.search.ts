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
