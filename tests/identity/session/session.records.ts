import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const passkey = sql(
  "factory.passkey",
  `INSERT INTO passkey (tenant_id, user_id, name, rp_id, credential_id, public_key, counter)
   VALUES (current_tenant(), $1, $2, 'nowhere.test', $2, 'x', 0) RETURNING id`,
);
const apiToken = sql(
  "factory.apiToken",
  `INSERT INTO api_token (tenant_id, user_id, name, token_hash, scopes, expires_at)
   VALUES (current_tenant(), $1, $2, sha256($2::text::bytea), '{project-view}', now() + interval '30 days') RETURNING id`,
);

export const makeRecords: MakeRecords = (one, { admin, mark }) =>
  awaitRecords({
    passkey: one(passkey, [admin, mark]),
    apiToken: one(apiToken, [admin, mark]),
  });
