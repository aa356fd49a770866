import { scopeCondition, wasSentCondition } from "../../approvals/approvals/request-readers.policy";
import { teamCte } from "../../platform/management-line";
import type {
  FormAnswers,
  FormDefinition,
  FormField,
  FormTranslations,
} from "../../../shared/requests/forms/forms.definition";
import type { Actor as Person } from "../../../shared/kernel/events";
import { requestColumns, type RequestRow } from "../../approvals/approvals/request.entity";
import { personOrNull } from "../../platform/database/person-json";
import { sql } from "../../platform/database/unit-of-work";
import { matchesSearch } from "../../platform/database/search";

export interface FormRow {
  id: number;
  draft: FormDefinition | null;
  published: number | null;
  definition: FormDefinition | null;
  active: boolean;
  version: number;
  savedAt: Date;
  savedBy: Person | null;
  usedAt: Date | null;
  keeps: { number: number; open: number }[];
  used: boolean;
}

const columns = `
  f.id, f.draft, f.published, v.definition, f.active, f.version, f.saved_at AS "savedAt",
  ${personOrNull("u")} AS "savedBy"`;
const tables = `
  form f
  LEFT JOIN form_version v ON v.tenant_id = f.tenant_id AND v.form_id = f.id AND v.number = f.published
  LEFT JOIN app_user u ON u.tenant_id = f.tenant_id AND u.id = f.saved_by`;
const use = `
  LEFT JOIN LATERAL (
    SELECT max(r.sent_at) AS used_at, count(*) > 0 AS used FROM form_request q
    JOIN request r ON r.tenant_id = q.tenant_id AND r.id = q.id
    WHERE q.tenant_id = f.tenant_id AND q.form_id = f.id) AS use ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('number', k.form_version, 'open', k.open) ORDER BY k.form_version) AS keeps FROM (
      SELECT q.form_version, count(*) AS open FROM form_request q
      JOIN request r ON r.tenant_id = q.tenant_id AND r.id = q.id
      WHERE q.tenant_id = f.tenant_id AND q.form_id = f.id
        AND (r.status LIKE 'waiting%' OR r.status = 'changes_requested')
      GROUP BY q.form_version) AS k) AS keeping ON true`;
const usage = `use.used_at AS "usedAt", use.used, COALESCE(keeping.keeps, '[]') AS keeps`;

export const findForm = sql(
  "forms.find",
  `SELECT ${columns}, ${usage} FROM ${tables} ${use} WHERE f.tenant_id = current_tenant() AND f.id = $1`,
);
export const allForms = sql(
  "forms.all",
  `SELECT ${columns}, ${usage} FROM ${tables} ${use} WHERE f.tenant_id = current_tenant()
   ORDER BY COALESCE(v.title, f.draft->>'title') COLLATE reader, f.id`,
);

export const selectFormSizes = sql(
  "forms.size",
  `SELECT count(*)::int AS count, COALESCE(max(octet_length(f.draft::text)) FILTER (WHERE f.id = $1), 0) AS own,
     COALESCE(sum(octet_length(f.draft::text)), 0)::float8 + COALESCE(sum(octet_length(v.definition::text)), 0)::float8 AS bytes
   FROM ${tables} WHERE f.tenant_id = current_tenant()`,
);

/** FOR NO KEY UPDATE serializes changes of a form with sending; sending uses a shared lock, so several users can send concurrently. */
export const lockFormToChange = sql(
  "forms.lockToChange",
  `SELECT id FROM form WHERE tenant_id = current_tenant() AND id = $1 FOR NO KEY UPDATE`,
);
export const lockFormToSend = sql(
  "forms.lockToSend",
  `SELECT id FROM form WHERE tenant_id = current_tenant() AND id = $1 FOR SHARE`,
);

export interface FormRequestRow extends RequestRow {
  formId: number;
  formVersion: number;
  definition: FormDefinition;
  answers: FormAnswers;
}

const commonColumns = `
  ${requestColumns},
  q.form_id AS "formId", q.form_version AS "formVersion"`;
const detailColumns = `${commonColumns}, v.definition, q.answers`;
const listColumns = `${commonColumns}, v.title, v.translations`;
const requestTables = `
  request r
  JOIN form_request q ON q.tenant_id = r.tenant_id AND q.id = r.id
  JOIN form_version v ON v.tenant_id = q.tenant_id AND v.form_id = q.form_id AND v.number = q.form_version
  JOIN app_user u ON u.tenant_id = r.tenant_id AND u.id = r.requester_id`;

export interface ListedFormRequest extends Omit<FormRequestRow, "definition"> {
  title: string;
  translations: FormTranslations;
  fields: FormField[];
}

const one = `SELECT ${detailColumns} FROM ${requestTables} WHERE r.tenant_id = current_tenant() AND r.id = $1`;
export const findFormRequest = sql("formRequests.find", one);
/** Locks only the row; related data is read afterwards, so that it is current. */
export const lockFormRequest = sql(
  "formRequests.lock",
  `SELECT id FROM request WHERE tenant_id = current_tenant() AND id = $1 AND family = 'form' FOR UPDATE`,
);

/** $1 requests, $2 field kinds, $3 number of fields shown. Each form version is read once, because it may be large. */
export const formRequestsByIds = sql(
  "formRequests.byIds",
  `WITH listed_requests AS MATERIALIZED (
     SELECT id, form_id, form_version, answers FROM form_request WHERE tenant_id = current_tenant() AND id = ANY($1)
   ), shown AS MATERIALIZED (
     SELECT v.form_id, v.number, f.place, f.field->>'id' AS id, f.field - '{shown_if,default,columns}'::text[] AS field
     FROM form_version v CROSS JOIN jsonb_array_elements(v.definition->'fields') WITH ORDINALITY AS f(field, place)
     WHERE v.tenant_id = current_tenant() AND (v.form_id, v.number) IN (SELECT form_id, form_version FROM listed_requests)
       AND f.field->'in_inbox' = 'true' AND f.field->>'kind' = ANY($2)
   )
   SELECT ${listColumns}, COALESCE(listed.fields, '[]') AS fields, COALESCE(listed.answers, '{}') AS answers
   FROM listed_requests q
   JOIN request r ON r.tenant_id = current_tenant() AND r.id = q.id
   JOIN form_version v ON v.tenant_id = current_tenant() AND v.form_id = q.form_id AND v.number = q.form_version
   JOIN app_user u ON u.tenant_id = current_tenant() AND u.id = r.requester_id
   LEFT JOIN LATERAL (
     SELECT jsonb_agg(f.field || jsonb_build_object('shown_if', '[]'::jsonb, 'default', NULL, 'columns', '[]'::jsonb, 'choices',
         (SELECT COALESCE(jsonb_agg(c), '[]') FROM jsonb_array_elements(f.field->'choices') AS c WHERE c->'id' = f.answer))
         ORDER BY f.place) AS fields,
       jsonb_object_agg(f.id, f.answer) AS answers
     FROM (SELECT s.place, s.id, s.field, q.answers->s.id AS answer FROM shown s
       WHERE s.form_id = q.form_id AND s.number = q.form_version AND COALESCE(q.answers->s.id, 'null') <> 'null'
       ORDER BY s.place LIMIT $3) AS f) AS listed ON true`,
  { notNull: ["title", "translations"] },
);
export const formOfRequest = sql(
  "formRequests.formOf",
  `SELECT form_id AS id FROM form_request WHERE tenant_id = current_tenant() AND id = $1`,
);

/**
 * $1 user, $2 scope, $3 status, $4 form, $5 search text, $6 limit, $7 offset. The team is everyone below the user. Drafts are visible only
 * to their owner. Answers aren't read because lists don't show them.
 */
export const listFormRows = sql(
  "formRequests.list",
  `WITH RECURSIVE ${teamCte}
   SELECT ${listColumns}, count(*) OVER ()::int AS total
   FROM ${requestTables}
   WHERE r.tenant_id = current_tenant() AND r.family = 'form'
     AND ((${wasSentCondition}) OR r.requester_id = $1)
     AND ${scopeCondition}
     AND ($3::text IS NULL OR r.status = $3) AND ($4::bigint IS NULL OR q.form_id = $4)
     AND ${matchesSearch("$5", ["u.folded", "v.folded"])}
   ORDER BY r.id DESC LIMIT $6 OFFSET $7`,
  { notNull: ["title", "translations"] },
);

export const filesOfRequests = sql(
  "formRequests.files",
  `SELECT q.request_id, q.field, f.id, f.name, f.type, f.size, f.preview_state AS "previewState"
   FROM form_file q JOIN file f ON f.tenant_id = q.tenant_id AND f.id = q.file_id
   WHERE q.tenant_id = current_tenant() AND q.request_id = ANY($1) ORDER BY f.id`,
);
export const insertFormFile = sql(
  "formRequests.insertFile",
  `INSERT INTO form_file (tenant_id, request_id, field, file_id) VALUES (current_tenant(), $1, $2, $3)`,
);
export const deleteFormFile = sql(
  "formRequests.deleteFile",
  `DELETE FROM form_file WHERE tenant_id = current_tenant() AND request_id = $1 AND file_id = $2 RETURNING file_id`,
);
/** Deletes files of fields that no longer apply. $1 request, $2 applicable fields. */
export const deleteFilesExcept = sql(
  "formRequests.dropFiles",
  `DELETE FROM form_file WHERE tenant_id = current_tenant() AND request_id = $1 AND NOT field = ANY($2)`,
);

export const namesOfAnswers = sql(
  "formRequests.names",
  `SELECT
     COALESCE((SELECT json_agg(json_build_object('id', id, 'fullname', fullname, 'image', image)) FROM app_user
               WHERE tenant_id = current_tenant() AND id = ANY($1)), '[]') AS people,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name)) FROM department
               WHERE tenant_id = current_tenant() AND id = ANY($2)), '[]') AS departments`,
);

const choosable = "active AND NOT external";

/** Returns which referenced users and departments exist, and which users are selectable. $1 users, $2 departments. */
export const selectExistingReferences = sql(
  "formRequests.known",
  `SELECT
     ARRAY(SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1)) AS people,
     ARRAY(SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($1) AND ${choosable}) AS choosable,
     ARRAY(SELECT id FROM department WHERE tenant_id = current_tenant() AND id = ANY($2)) AS departments`,
);

export const choicesOfForms = sql(
  "forms.choices",
  `SELECT
     COALESCE((SELECT json_agg(json_build_object('id', id, 'fullname', fullname, 'image', image) ORDER BY fullname COLLATE reader, id)
               FROM app_user WHERE tenant_id = current_tenant() AND ${choosable}), '[]') AS people,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY name COLLATE reader, id)
               FROM department WHERE tenant_id = current_tenant()), '[]') AS departments,
     COALESCE((SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY name COLLATE reader, id)
               FROM role WHERE tenant_id = current_tenant()), '[]') AS roles`,
);

export const unknownReferences = sql(
  "forms.unknown",
  `SELECT
     ARRAY(SELECT unnest($1::bigint[]) EXCEPT SELECT id FROM app_user WHERE tenant_id = current_tenant()) AS people,
     ARRAY(SELECT unnest($2::bigint[]) EXCEPT SELECT id FROM role WHERE tenant_id = current_tenant()) AS roles,
     ARRAY(SELECT unnest($3::bigint[]) EXCEPT SELECT id FROM department WHERE tenant_id = current_tenant()) AS departments`,
);

export const findRequester = sql(
  "forms.requester",
  `SELECT u.id, u.department_id AS "departmentId", u.role_id AS "roleId" FROM app_user u
   WHERE u.tenant_id = current_tenant() AND u.id = $1 AND u.active`,
);
export const hrRoleOfForms = sql(
  "forms.hrRole",
  `SELECT id FROM role WHERE tenant_id = current_tenant() AND code = 'hr'`,
);

export interface Requester {
  id: number;
  departmentId: number | null;
  roleId: number;
}
