import { documentSearch } from "../../approvals/documents/document-search";
import { callerFact, findAmong, findIn, matchesQuery, type SearchSource } from "../../platform/search/search-source";
import { mayEditForms } from "./forms.policy";

export const formRequestSearch = documentSearch({
  family: "form",
  table: "form_request",
  alias: "q",
  joins: "JOIN form_version v ON v.tenant_id = q.tenant_id AND v.form_id = q.form_id AND v.number = q.form_version",
  title: "v.title",
  body: "typed_answers(q.answers, v.definition)",
  columns: { parent_id: "q.form_id" },
  matches: [
    // The indexed text also contains the ids of choices, so matches are checked against `typed_answers`.
    `SELECT q.id FROM (${findIn("form_request")}) AS found (id)
     JOIN form_request q ON q.tenant_id = current_tenant() AND q.id = found.id
     JOIN form_version v ON v.tenant_id = q.tenant_id AND v.form_id = q.form_id AND v.number = q.form_version
     WHERE ${matchesQuery("fold(typed_answers(q.answers, v.definition))")}`,
    `SELECT q.id FROM (${findAmong("v.id", "form_version v", "v.folded")} AND v.tenant_id = current_tenant()) AS found (id)
     JOIN form_version v ON v.tenant_id = current_tenant() AND v.id = found.id
     JOIN form_request q ON q.tenant_id = v.tenant_id AND q.form_id = v.form_id AND q.form_version = v.number`,
  ],
});

/** SQL equivalent of `isInAudience` for published form `v`. */
const inAudience = `((v.definition #>> '{audience,everyone}')::boolean
  OR v.definition #> '{audience,role_ids}' @> to_jsonb((SELECT role_id FROM app_user WHERE tenant_id = current_tenant() AND id = $1))
  OR v.definition #> '{audience,department_ids}' @> to_jsonb((SELECT department_id FROM app_user WHERE tenant_id = current_tenant() AND id = $1)))`;
const title = "fold(COALESCE(v.title, f.draft->>'title'))";
const tables =
  "form f LEFT JOIN form_version v ON v.tenant_id = f.tenant_id AND v.form_id = f.id AND v.number = f.published";

export const formSearch: SearchSource = {
  matches: [`${findAmong("f.id", tables, `concat_ws(' ', ${title}, v.folded)`)} AND f.tenant_id = current_tenant()`],
  from: tables,
  id: "f.id",
  visible: `f.tenant_id = current_tenant() AND (${callerFact("editsForms")} OR (f.active AND v.id IS NOT NULL AND ${inAudience}))`,
  title,
  at: "f.saved_at",
  columns: {
    title: "COALESCE(v.title, f.draft->>'title')",
    state: "CASE WHEN f.published IS NULL THEN 'draft' WHEN NOT f.active THEN 'inactive' ELSE 'published' END",
  },
  facts: (actor) => ({ editsForms: mayEditForms(actor) }),
};
