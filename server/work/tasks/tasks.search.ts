import { openTaskCondition } from "../access/open-task";
import { findAmong, findByKey, findIn, personJson, type SearchSource } from "../../platform/search/search-source";
import { projectFacts, searchedProject, searchedProjects } from "../access/projects.search";
import { assignedCondition, assignedTaskIds } from "../access/tasks.policy";

const isKey = "(t.number = asked.number AND asked.year IS NULL AND (asked.code IS NULL OR p.code = asked.code))";

/** SELECT statements for the ids of tasks whose current or former key is in the query. */
const byKey = [
  findByKey(
    "t.id",
    "project p JOIN task t ON t.tenant_id = p.tenant_id AND t.project_id = p.id",
    `p.tenant_id = current_tenant() AND ${isKey}`,
  ),
  findByKey(
    "k.task_id",
    "task_former_key k",
    "k.tenant_id = current_tenant() AND k.key = asked.code || '-' || asked.number",
  ),
];
const bySubtask = findIn("subtask");
const byTag = `SELECT g.task_id FROM (${findAmong("g.id", "project_tag g", "fold(g.name)")} AND g.tenant_id = current_tenant()) AS tag (id)
  JOIN task_tag g ON g.tenant_id = current_tenant() AND g.tag_id = tag.id`;
const byFieldText = findIn("task_field_value");
const isFieldInUse = `NOT EXISTS (SELECT FROM project_field_use u WHERE u.tenant_id = v.tenant_id AND u.project_id = v.project_id
  AND u.field_id = v.field_id AND u.removed_at IS NOT NULL)`;
const byOption = `SELECT v.task_id FROM (${findAmong("o.id, o.field_id", "project_field_option o", "fold(o.title)")}
    AND o.tenant_id = current_tenant()) AS option (id, field_id)
  JOIN task_field_value v ON v.tenant_id = current_tenant() AND v.field_id = option.field_id AND v.option_ids IS NOT NULL
    AND option.id = ANY (v.option_ids) AND ${isFieldInUse}`;
/** SQL: the texts of a task's fields, and the titles of its options. */
const fieldTexts = `(SELECT string_agg(COALESCE(v.text_value, o.title), ' · ' ORDER BY v.field_id)
  FROM task_field_value v LEFT JOIN project_field_option o ON o.tenant_id = v.tenant_id AND o.field_id = v.field_id AND o.id = ANY (v.option_ids)
  WHERE v.tenant_id = t.tenant_id AND v.task_id = t.id AND ${isFieldInUse})`;
export const taskSearch: SearchSource = {
  matches: [],
  block: `SELECT search_tasks(used.patterns, used.typos, asked.words, asked.text, ARRAY(${byKey.join(" UNION ")}),
    ARRAY(${[bySubtask, byTag, byFieldText, byOption].join(" UNION ")}), ARRAY(${assignedTaskIds("$1")}), ${searchedProjects}, asked.block, asked.size)`,
  from: `task t JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
    JOIN task_status s ON s.tenant_id = t.tenant_id AND s.id = t.task_status_id`,
  id: "t.id",
  visible: `t.tenant_id = current_tenant() AND ${searchedProject("t.project_id")}`,
  title: "t.folded",
  isKey,
  mine: assignedCondition("$1"),
  done: `(NOT (${openTaskCondition()}) OR t.archived_at IS NOT NULL)`,
  at: "t.updated_at",
  project: "t.project_id",
  ofPerson: `(t.reporter_id = asked.person OR ${assignedCondition("asked.person")})`,
  joins: `LEFT JOIN LATERAL (SELECT u.* FROM task_user x JOIN app_user u ON u.tenant_id = x.tenant_id AND u.id = x.user_id
    WHERE x.tenant_id = t.tenant_id AND x.project_id = t.project_id AND x.task_id = t.id ORDER BY u.id LIMIT 1) AS u ON true`,
  columns: {
    key: "p.code || '-' || t.number",
    title: "t.title",
    context: "p.title",
    state: "CASE WHEN t.archived_at IS NOT NULL THEN 'archived' ELSE s.kind END",
    person: personJson("u"),
    body: `concat_ws(' ', plain_text(t.description),
      (SELECT string_agg(b.name, ' · ' ORDER BY b.sort_order) FROM subtask b WHERE b.tenant_id = t.tenant_id AND b.task_id = t.id), ${fieldTexts})`,
  },
  recent: `SELECT e.task_id, max(e.at) FROM (
      SELECT task_id, at FROM domain_event WHERE tenant_id = current_tenant() AND actor_id = $1 AND task_id IS NOT NULL
      ORDER BY at DESC LIMIT 200) AS e GROUP BY e.task_id`,
  facts: projectFacts,
};
