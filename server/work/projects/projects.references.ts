import { type FieldErrors, Problem } from "../../../shared/kernel/problems";
import { sql, type Tx } from "../../platform/database/unit-of-work";

const selectReferences = sql(
  "projects.references",
  `SELECT
     ($1::bigint IS NULL OR EXISTS (SELECT FROM client WHERE tenant_id = current_tenant() AND id = $1)) AS client,
     ($2::bigint IS NULL OR EXISTS (SELECT FROM department WHERE tenant_id = current_tenant() AND id = $2)) AS department,
     ARRAY(SELECT id FROM app_user WHERE tenant_id = current_tenant() AND id = ANY($3)
           AND (active OR id = ANY($5))) AS users,
     ARRAY(SELECT id FROM user_group WHERE tenant_id = current_tenant() AND id = ANY($4)) AS groups`,
);

interface References {
  client_id?: number | null;
  department_id?: number | null;
  members?: readonly { user_id: number }[];
  groups?: readonly number[];
}

/**
 * Checks that all referenced records exist in this tenant. Users who have left may remain members (`present`) but can't be added.
 * @throws Problem 422 `field.unknown` on each field with an unknown reference.
 */
export async function requireReferencesExist(
  tx: Tx,
  input: References,
  present: readonly number[] = [],
): Promise<void> {
  const members = input.members ?? [];
  const groups = input.groups ?? [];
  const found = await tx.one<{ client: boolean; department: boolean; users: number[]; groups: number[] }>(
    selectReferences,
    [input.client_id ?? null, input.department_id ?? null, members.map((member) => member.user_id), groups, present],
  );
  const errors: FieldErrors = {};
  const unknown = ["field.unknown"];
  if (!found?.client) errors.client_id = unknown;
  if (!found?.department) errors.department_id = unknown;
  members.forEach((member, index) => {
    if (!found?.users.includes(member.user_id)) errors[`members.${index}.user_id`] = unknown;
  });
  if (groups.some((id) => !found?.groups.includes(id))) errors.groups = unknown;
  if (Object.keys(errors).length > 0) throw new Problem("request.invalid", { errors });
}
