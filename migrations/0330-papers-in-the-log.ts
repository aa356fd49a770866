import type { MigrationInterface, QueryRunner } from "typeorm";
import { rewriteKinds } from "./0078-security-log-kinds";

const added = "'papers_changed'::text, 'project_deleted'::text, ";

/** The security log tells who laid files with a person, changed them or took them away, and who deleted a project for good. */
export class PapersInTheLog0330 implements MigrationInterface {
  name = "PapersInTheLog0000000000330";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(rewriteKinds("ARRAY[", `ARRAY[${added}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(rewriteKinds(added, "", "NOT VALID"));
  }
}
