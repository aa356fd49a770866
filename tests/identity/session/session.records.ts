import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const insertPasskey = sql(
  "factory.passkey",
  `INSERT INTO passkey (tenant_id, user_id, name, rp_id, credential_id, public_key, counter)
   VALUES (current_tenant(), $1, $2, 'nowhere.test', $2, 'x', 0) RETURNING id`,
);
const insertApiToken = sql(
  "factory.apiToken",
  `INSERT INTO api_token (tenant_id, user_id, name, token_hash, scopes, expires_at)
   VALUES (current_tenant(), $1, $2, sha256($2::text::bytea), '{project-view}', now() + interval '30 days') RETURNING id`,
);

export const makeRecords: MakeRecords = (one, { admin, mark }) =>
  awaitRecords({
    passkey: one(insertPasskey, [admin, mark]),
    apiToken: one(insertApiToken, [admin, mark]),
  });
