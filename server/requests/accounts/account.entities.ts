import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";

@Entity("cost_account")
export class CostAccountEntity extends VersionedRow {
  @Column({ type: "text" })
  code!: string;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "boolean" })
  archived!: boolean;
}

@Entity("vat_rate")
export class VatRateEntity extends VersionedRow {
  @Column({ type: "text" })
  code!: string;

  @Column({ type: "text" })
  name!: string;

  @Column({ type: "numeric" })
  percent!: string;

  @Column({ name: "accounting_key", type: "text", nullable: true })
  accountingKey!: string | null;

  @Column({ type: "boolean" })
  archived!: boolean;
}
