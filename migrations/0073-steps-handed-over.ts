import type { MigrationInterface, QueryRunner } from "typeorm";

const routes = ["rule", "upward", "away", "no_right", "escalated", "administrators", "four_eyes", "alone"];
const routesAre = (names: readonly string[]) => `
  ALTER TABLE request_step DROP CONSTRAINT request_step_route_check;
  ALTER TABLE request_step ADD CONSTRAINT request_step_route_check CHECK (route IN ('${names.join("', '")}'));`;

const kinds = [
  "sign_in",
  "second_step",
  "sign_out",
  "session_ended",
  "password_changed",
  "password_reset_asked",
  "password_reset",
  "factor_added",
  "factor_removed",
  "factor_reset",
  "recovery_codes_made",
  "factor_policy_changed",
  "feed_created",
  "feed_ended",
  "push_created",
  "push_ended",
  "access_changed",
  "delegation_started",
  "delegation_ended",
  "exported",
  "refused",
];
const kindsAre = (names: readonly string[], not = "") => `
  ALTER TABLE security_event DROP CONSTRAINT security_event_kind_check;
  ALTER TABLE security_event ADD CONSTRAINT security_event_kind_check CHECK (kind IN ('${names.join("', '")}')) ${not};`;

/** A step can be handed to somebody by hand: how it came to them says so, and so does the security log. */
export class StepsHandedOver0073 implements MigrationInterface {
  name = "StepsHandedOver0000000000073";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(routesAre([...routes, "handed"]));
    await runner.query(kindsAre([...kinds, "step_handed_over"]));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE request_step SET route = 'escalated' WHERE route = 'handed'");
    await runner.query(routesAre(routes));
    // What the log tells stays: only new rows are held to the rule of before.
    await runner.query(kindsAre(kinds, "NOT VALID"));
  }
}
