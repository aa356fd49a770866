import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";

@Entity("supplier")
export class SupplierEntity extends VersionedRow {
  @Column({ type: "text" })
  name!: string;

  @Column({ name: "vat_id", type: "text", nullable: true })
  vatId!: string | null;

  @Column({ name: "payment_days", type: "smallint", nullable: true })
  paymentDays!: number | null;

  @Column({ name: "cost_account_id", type: "bigint", nullable: true })
  costAccountId!: number | null;

  @Column({ name: "creditor_account", type: "text", nullable: true })
  creditorAccount!: string | null;

  @Column({ type: "text", nullable: true })
  note!: string | null;

  @Column({ type: "boolean" })
  archived!: boolean;
}
