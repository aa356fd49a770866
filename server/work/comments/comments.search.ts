import { findIn, personJson, type SearchSource } from "../../platform/search/search-source";
import { importOriginJson } from "../access/import-origin";
import { projectFacts, searchedProject } from "../access/projects.search";

export const commentSearch: SearchSource = {
  matches: [findIn("comment")],
  from: `comment c JOIN task t ON t.tenant_id = c.tenant_id AND t.id = c.task_id
    JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
    LEFT JOIN app_user u ON u.tenant_id = c.tenant_id AND u.id = c.author_id`,
  id: "c.id",
  visible: `c.tenant_id = current_tenant() AND c.deleted_at IS NULL AND ${searchedProject("t.project_id")}`,
  // Comments have no title, so they match only as text and rank behind records that match by title.
  title: "''",
  mine: "c.author_id = $1",
  at: "c.created_at",
  project: "t.project_id",
  ofPerson: "c.author_id = asked.person",
  columns: {
    key: "p.code || '-' || t.number",
    title: "t.title",
    context: "COALESCE(u.fullname, c.author_name)",
    person: personJson("u"),
    body: "plain_text(c.body)",
    parent_id: "c.task_id",
    import: importOriginJson("c"),
  },
  facts: projectFacts,
};
