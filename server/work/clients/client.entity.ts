import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";

@Entity("client")
export class ClientEntity extends VersionedRow {
  @Column({ type: "text" })
  fullname!: string;

  @Column({ type: "text", nullable: true })
  code!: string | null;

  @Column({ type: "text", nullable: true })
  location!: string | null;

  @Column({ name: "phone_number", type: "text", nullable: true })
  phoneNumber!: string | null;

  @Column({ type: "text", nullable: true })
  email!: string | null;

  @Column({ type: "text", nullable: true })
  image!: string | null;

  @Column({ name: "image_file_id", type: "bigint", nullable: true })
  imageFileId!: number | null;
}
