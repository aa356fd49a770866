import type { MigrationInterface, QueryRunner } from "typeorm";
import { seenBy } from "./0061-who-decides";

/** Who may see a request is said once, in server/approvals/request-readers.policy.ts: the function said it for forms alone. */
export class OneWayToSeeRequests0083 implements MigrationInterface {
  name = "OneWayToSeeRequests0000000000083";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("DROP FUNCTION request_is_seen_by(bigint, bigint)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(seenBy({ from: "running_delegation", fits: "" }));
  }
}
