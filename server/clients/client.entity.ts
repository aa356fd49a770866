import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";

@Entity("client")
export class ClientEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

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

  @Column({ type: "int", default: 1 })
  version!: number;
}
