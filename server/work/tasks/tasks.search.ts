import { openTaskCondition } from "../access/open-task";
import { findAmong, findByKey, findIn, personJson, type SearchSource } from "../../platform/search/search-source";
import { projectFacts, searchedProject, searchedProjects } from "../access/projects.search";
import { assignedCondition } from "../access/tasks.policy";

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
/** SELECT statement for the ids of tasks assigned to the caller, by the same rule as `assignedCondition`. */
const own = `SELECT x.task_id FROM task_user x WHERE x.tenant_id = current_tenant() AND x.user_id = $1
  UNION SELECT x.task_id FROM user_group_member m JOIN task_group x ON x.tenant_id = m.tenant_id AND x.group_id = m.group_id
  WHERE m.tenant_id = current_tenant() AND m.user_id = $1`;

export const taskSearch: SearchSource = {
  matches: [],
  block: `SELECT search_tasks(used.patterns, used.typos, asked.words, asked.text, ARRAY(${byKey.join(" UNION ")}),
    ARRAY(${bySubtask} UNION ${byTag}), ARRAY(${own}), ${searchedProjects}, asked.block, asked.size)`,
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
      (SELECT string_agg(b.name, ' · ' ORDER BY b.sort_order) FROM subtask b WHERE b.tenant_id = t.tenant_id AND b.task_id = t.id))`,
  },
  recent: `SELECT e.task_id, max(e.at) FROM (
      SELECT task_id, at FROM domain_event WHERE tenant_id = current_tenant() AND actor_id = $1 AND task_id IS NOT NULL
      ORDER BY at DESC LIMIT 200) AS e GROUP BY e.task_id`,
  facts: projectFacts,
};
