import type { MigrationInterface, QueryRunner } from "typeorm";

/** A single task of somebody's checklist can be changed: of two who do at the same moment the second is told. */
export class OnboardingOneTask0215 implements MigrationInterface {
  name = "OnboardingOneTask0000000000215";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE onboarding_task ADD COLUMN version int NOT NULL DEFAULT 1");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE onboarding_task DROP COLUMN version");
  }
}
