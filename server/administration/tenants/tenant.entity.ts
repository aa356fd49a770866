import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

/** A tenant. Row-level security shows each tenant only its own row. */
@Entity("tenant")
export class TenantEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "text", nullable: true })
  logo!: string | null;

  @Column({ type: "text", nullable: true })
  website!: string | null;

  @Column({ name: "time_zone", type: "text", default: "UTC" })
  timeZone!: string;

  @Column({ type: "boolean", default: true })
  active!: boolean;

  @Column({ name: "plan_id", type: "bigint" })
  planId!: number;

  @Column({ name: "billing_period", type: "text", nullable: true })
  billingPeriod!: "monthly" | "annual" | null;

  @Column({ name: "plan_starts_at", type: "timestamptz", default: () => "now()" })
  planStartsAt!: Date;

  /** End of the plan; null if the plan doesn't end, as on the free plan. */
  @Column({ name: "plan_ends_at", type: "timestamptz", nullable: true })
  planEndsAt!: Date | null;

  @Column({ name: "auto_renew", type: "boolean", default: false })
  autoRenew!: boolean;

  @Column({ name: "created_at", type: "timestamptz", default: () => "now()" })
  createdAt!: Date;
}

@Entity("tenant_domain")
export class TenantDomainEntity {
  @PrimaryColumn({ type: "text" })
  domain!: string;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @Column({ type: "boolean", default: true })
  main!: boolean;
}
