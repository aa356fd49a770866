import { Column, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";

/** Base of entities: a row of a tenant. */
export abstract class TenantRow {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;
}

/** A row whose version increases with each change, so that edits of an outdated version are detected. */
export abstract class VersionedRow extends TenantRow {
  @Column({ type: "int", default: 1 })
  version!: number;
}

/** A row that continues a row of another table, whose id it has. */
export abstract class ContinuedRow {
  @PrimaryColumn("bigint")
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;
}
