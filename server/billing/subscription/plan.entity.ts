import type { PlanFeature } from "../../../shared/kernel/access";
import { Column, Entity, PrimaryColumn } from "typeorm";

/** A plan, shared by all tenants; plans are changed only by migrations. */
@Entity("plan")
export class PlanEntity {
  @PrimaryColumn({ type: "bigint" })
  id!: number;

  @Column({ type: "text" })
  code!: string;

  /** Money as decimal text, never a float. */
  @Column({ name: "monthly_price", type: "numeric", precision: 12, scale: 2 })
  monthlyPrice!: string;

  @Column({ name: "annual_price", type: "numeric", precision: 12, scale: 2 })
  annualPrice!: string;

  /** Maximum number of users; null means unlimited. */
  @Column({ name: "user_limit", type: "int", nullable: true })
  userLimit!: number | null;

  @Column({ name: "project_limit", type: "int", nullable: true })
  projectLimit!: number | null;

  @Column({ type: "text", array: true })
  features!: PlanFeature[];

  @Column({ name: "sort_order", type: "int" })
  sortOrder!: number;
}
