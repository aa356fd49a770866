import { findIn, personJson, type SearchSource } from "../../platform/search/search-source";
import { projectFacts, searchedProject } from "../access/projects.search";

export const fileSearch: SearchSource = {
  matches: [findIn("task_attachment")],
  from: `task_attachment a JOIN task t ON t.tenant_id = a.tenant_id AND t.id = a.task_id
    JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id`,
  id: "a.id",
  visible: `a.tenant_id = current_tenant() AND ${searchedProject("t.project_id")}`,
  title: "a.folded",
  mine: "a.created_by = $1",
  at: "a.created_at",
  project: "t.project_id",
  ofPerson: "a.created_by = asked.person",
  joins: "LEFT JOIN app_user u ON u.tenant_id = a.tenant_id AND u.id = a.created_by",
  columns: {
    key: "p.code || '-' || t.number",
    title: "a.title",
    context: "t.title",
    person: personJson("u"),
    parent_id: "a.task_id",
  },
  facts: projectFacts,
};
