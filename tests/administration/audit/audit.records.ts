import { sql } from "../../../server/platform/database/unit-of-work";
import { awaitRecords, type MakeRecords } from "../../factories/await-records";

const updateEventParked = sql(
  "factory.parked",
  `UPDATE domain_event SET parked_at = now(), last_error = 'test' WHERE tenant_id = current_tenant() AND id = (
     SELECT min(id) FROM domain_event WHERE tenant_id = current_tenant()) RETURNING id`,
);

export const makeRecords: MakeRecords = (one) =>
  awaitRecords({
    event: one(updateEventParked),
  });
