import { findAmong, personJson, type SearchSource } from "../../platform/search/search-source";
import { projectFacts, searchedProject } from "../access/projects.search";

const memberCondition = (person: string) =>
  `EXISTS (SELECT FROM project_access m WHERE m.tenant_id = p.tenant_id AND m.project_id = p.id AND m.user_id = ${person})`;

export const projectSearch: SearchSource = {
  matches: [`${findAmong("q.id", "project q", "q.folded")} AND q.tenant_id = current_tenant()`],
  from: "project p",
  id: "p.id",
  visible: `p.tenant_id = current_tenant() AND ${searchedProject("p.id")}`,
  title: "p.folded",
  isKey: "lower(p.code) = asked.text",
  mine: memberCondition("$1"),
  done: "(p.status = 'completed' OR p.archived_at IS NOT NULL)",
  at: "p.updated_at",
  project: "p.id",
  ofPerson: memberCondition("asked.person"),
  joins: `LEFT JOIN client c ON c.tenant_id = p.tenant_id AND c.id = p.client_id
    LEFT JOIN app_user u ON u.tenant_id = p.tenant_id AND u.id = p.created_by`,
  columns: {
    key: "p.code",
    title: "p.title",
    context: "c.fullname",
    state: "CASE WHEN p.archived_at IS NOT NULL THEN 'archived' ELSE p.status END",
    person: personJson("u"),
  },
  // Ranks a project just behind the task whose change made it recent.
  recent: `SELECT substr(e.stream, 9)::bigint, max(e.at) - interval '1 millisecond' FROM (
      SELECT stream, at FROM domain_event WHERE tenant_id = current_tenant() AND actor_id = $1 AND task_id IS NOT NULL
      ORDER BY at DESC LIMIT 200) AS e WHERE e.stream LIKE 'project:%' GROUP BY e.stream`,
  facts: projectFacts,
};
