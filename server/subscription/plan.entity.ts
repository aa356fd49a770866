import { Column, Entity, PrimaryColumn } from "typeorm";
import type { PlanFeature } from "../../shared/kernel/plan-features";

/** The same for all tenants; changed by migrations only. */
@Entity("plan")
export class PlanEntity {
  @PrimaryColumn({ type: "bigint" })
  id!: number;

  @Column({ type: "text" })
  code!: string;

  /** Money: text, never a floating point number. */
  @Column({ name: "monthly_price", type: "numeric", precision: 12, scale: 2 })
  monthlyPrice!: string;

  @Column({ name: "annual_price", type: "numeric", precision: 12, scale: 2 })
  annualPrice!: string;

  /** Null means unlimited. */
  @Column({ name: "user_limit", type: "int", nullable: true })
  userLimit!: number | null;

  @Column({ name: "project_limit", type: "int", nullable: true })
  projectLimit!: number | null;

  @Column({ type: "text", array: true })
  features!: PlanFeature[];

  @Column({ name: "sort_order", type: "int" })
  sortOrder!: number;
}
