import { emptyDefinition, newField } from "../../../shared/requests/forms/forms.definition";
import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertForm = sql(
  "factory.form",
  `WITH f AS (INSERT INTO form (tenant_id, published) VALUES (current_tenant(), 1) RETURNING id)
   INSERT INTO form_version (tenant_id, form_id, number, definition)
   SELECT current_tenant(), id, 1, $1::jsonb FROM f RETURNING form_id AS id`,
);
const formRequest = sql(
  "factory.formRequest",
  `WITH r AS (INSERT INTO request (tenant_id, family, requester_id, type) VALUES (current_tenant(), 'form', $1, $2::bigint::text)
              RETURNING id)
   INSERT INTO form_request (id, tenant_id, form_id, form_version, answers)
   SELECT id, current_tenant(), $2, 1, $3::jsonb FROM r RETURNING id`,
);
const formFile = sql(
  "factory.formFile",
  `INSERT INTO form_file (tenant_id, request_id, field, file_id) VALUES (current_tenant(), $1, 'f2', $2) RETURNING file_id AS id`,
);

export const makeRecords: MakeRecords = async (one, { admin, mark, file }) => {
  const fields = [newField("text", "f1"), newField("file", "f2")].map((field) => ({
    ...field,
    label: `Field ${mark}`,
  }));
  const definition = { ...emptyDefinition(`Form ${mark}`), fields };
  const records = await awaitRecords({ form: one(insertForm, [JSON.stringify(definition)]), fileId: file() });
  const draft = await one(formRequest, [admin, records.form, JSON.stringify({ f1: `Answer ${mark}` })]);
  return { form: records.form, formRequest: draft, formFile: await one(formFile, [draft, records.fileId]) };
};
