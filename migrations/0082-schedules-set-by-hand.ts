import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A schedule that replaced the one of a planned change doesn't belong to the change. It is certain that it did if another user set it, because
 * a plan stores its schedule as set by the planner. A plan without anything else ends, as when a schedule is replaced now.
 */
export class SchedulesSetByHand0082 implements MigrationInterface {
  name = "SchedulesSetByHand0000000000082";

  async up(runner: QueryRunner): Promise<void> {
    const tables = ["work_schedule", "employment_change", "employment_change_field"];
    const setRowSecurity = (force: string) =>
      runner.query(tables.map((table) => `ALTER TABLE ${table} ${force} ROW LEVEL SECURITY`).join("; "));
    await setRowSecurity("NO FORCE");
    await runner.query(`
      UPDATE employment_change c SET status = 'withdrawn', settled_at = now(), withdrawn_by = s.set_by
      FROM work_schedule s
      WHERE s.tenant_id = c.tenant_id AND s.change_id = c.id AND s.set_by <> c.requested_by
        AND c.status = 'planned' AND c.type IN ('promotion', 'change')
        AND NOT EXISTS (SELECT FROM employment_change_field f WHERE f.tenant_id = c.tenant_id AND f.change_id = c.id);
      UPDATE work_schedule s SET change_id = NULL FROM employment_change c
      WHERE c.tenant_id = s.tenant_id AND c.id = s.change_id AND s.set_by <> c.requested_by`);
    await setRowSecurity("FORCE");
  }

  async down(): Promise<void> {}
}
