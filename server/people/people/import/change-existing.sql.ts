import { sql, unnamedSql } from "../../../platform/database/unit-of-work";

const columns = {
  fullname: "fullname text",
  position: "position_id bigint",
  department: "department_id bigint",
  gender: "gender text",
  contract_type: "contract_type text",
  location: "location text",
  phone_number: "phone_number text",
  employee_id: "employee_id text",
  slack_id: "slack_id text",
  date_of_joining: "joined_on date",
  contract_start: "contract_start date",
  contract_end: "contract_end date",
} as const;
export type BulkField = keyof typeof columns;
export const bulkFieldNames = Object.keys(columns) as BulkField[];
export const columnOfField = (field: BulkField): string => columns[field].split(" ")[0] as string;

/**
 * Statement that sets these fields for all users in $1, and optionally their manager by email address. Only changed columns are set,
 * because triggers depend on the columns updated.
 */
export function changePeople(fields: readonly BulkField[], leader: boolean) {
  const names = fields.map(columnOfField);
  const set = [
    ...names.map((name) => `${name} = w.${name}`),
    ...(leader ? ["parent_id = m.id"] : []),
    "version = version + 1",
  ];
  const shape = ["id bigint", "leader text", ...fields.map((field) => columns[field])].join(", ");
  return unnamedSql(
    `UPDATE app_user u SET ${set.join(", ").replace("version = version", "version = u.version")}
     FROM jsonb_to_recordset($1) AS w (${shape}) LEFT JOIN app_user m ON m.tenant_id = current_tenant() AND m.email = w.leader
     WHERE u.tenant_id = current_tenant() AND u.id = w.id`,
  );
}

export const upsertPrivateFields = sql(
  "importChanged.private",
  `INSERT INTO user_private (tenant_id, user_id, salary, currency, address, city, credential_number, issued_on, expires_on, last_degree)
   SELECT current_tenant(), w.id, w.salary, w.currency, w.address, w.city, w.credential_number, w.issued_date, w.expiry_date, w.last_degree
   FROM jsonb_to_recordset($1) AS w (id bigint, salary numeric, currency text, address text, city text, credential_number text,
     issued_date date, expiry_date date, last_degree text)
   ON CONFLICT (tenant_id, user_id) DO UPDATE SET salary = EXCLUDED.salary, currency = EXCLUDED.currency, address = EXCLUDED.address,
     city = EXCLUDED.city, credential_number = EXCLUDED.credential_number, issued_on = EXCLUDED.issued_on,
     expires_on = EXCLUDED.expires_on, last_degree = EXCLUDED.last_degree`,
);
