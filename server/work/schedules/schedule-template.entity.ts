import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";

@Entity("schedule_template")
export class ScheduleTemplateEntity extends VersionedRow {
  @Column({ type: "text" })
  name!: string;

  @Column({ type: "smallint", array: true })
  minutes!: number[];

  @Column({ name: "other_minutes", type: "smallint", array: true, nullable: true })
  other!: number[] | null;
}
