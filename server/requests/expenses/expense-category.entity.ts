import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";

@Entity("expense_category")
export class ExpenseCategoryEntity extends VersionedRow {
  @Column({ type: "text" })
  name!: string;

  @Column({ type: "numeric", name: "item_limit", nullable: true })
  itemLimit!: string | null;

  @Column({ type: "numeric", name: "day_limit", nullable: true })
  dayLimit!: string | null;

  @Column({ type: "numeric", name: "receipt_above", nullable: true })
  receiptAbove!: string | null;

  @Column({ type: "numeric", name: "km_rate", nullable: true })
  kmRate!: string | null;

  @Column({ type: "bigint", name: "cost_account_id", nullable: true })
  costAccountId!: number | null;

  @Column({ type: "boolean" })
  strict!: boolean;

  @Column({ type: "boolean" })
  archived!: boolean;
}
