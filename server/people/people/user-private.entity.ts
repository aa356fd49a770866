import { Column, Entity, PrimaryColumn } from "typeorm";
import type { Education } from "../../../shared/people/people/people.fields";

/**
 * Private fields, readable only by the user they belong to and holders of `user-edit`; row policies check the reader (`setPrivateReader`).
 */
@Entity("user_private")
export class UserPrivateEntity {
  @PrimaryColumn({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  @PrimaryColumn({ name: "user_id", type: "bigint" })
  userId!: number;

  @Column({ type: "numeric", nullable: true })
  salary!: string | null;

  @Column({ type: "text", nullable: true })
  currency!: string | null;

  @Column({ type: "text", nullable: true })
  address!: string | null;

  @Column({ type: "text", nullable: true })
  city!: string | null;

  @Column({ name: "credential_number", type: "text", nullable: true })
  credentialNumber!: string | null;

  @Column({ name: "issued_on", type: "date", nullable: true })
  issuedOn!: string | null;

  @Column({ name: "expires_on", type: "date", nullable: true })
  expiresOn!: string | null;

  @Column({ name: "last_degree", type: "text", nullable: true })
  lastDegree!: Education | null;
}
