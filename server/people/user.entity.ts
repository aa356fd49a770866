import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { Language } from "../../shared/kernel/languages";
import type { ContractType } from "../../shared/people/people.fields";

@Entity("app_user")
export class UserEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column({ name: "tenant_id", type: "bigint" })
  tenantId!: number;

  /** Lower case. */
  @Column({ type: "text" })
  email!: string;

  @Column({ type: "text" })
  fullname!: string;

  /** Address of the picture, as clients load it. */
  @Column({ type: "text", nullable: true })
  image!: string | null;

  @Column({ name: "image_file_id", type: "bigint", nullable: true })
  imageFileId!: number | null;

  /** Read by the session alone. */
  @Column({ name: "password_hash", type: "text", select: false })
  passwordHash!: string;

  /** Somebody else has chosen it: it is changed before anything else. */
  @Column({ name: "password_given", type: "boolean", default: false })
  passwordGiven!: boolean;

  @Column({ name: "role_id", type: "bigint" })
  roleId!: number;

  @Column({ name: "position_id", type: "bigint", nullable: true })
  positionId!: number | null;

  @Column({ name: "department_id", type: "bigint", nullable: true })
  departmentId!: number | null;

  /** The manager. */
  @Column({ name: "parent_id", type: "bigint", nullable: true })
  parentId!: number | null;

  @Column({ type: "boolean", default: true })
  active!: boolean;

  /** Sees nothing but the projects that they are a member of. */
  @Column({ type: "boolean", default: false })
  external!: boolean;

  @Column({ type: "text", nullable: true })
  language!: Language | null;

  @Column({ type: "text", nullable: true })
  theme!: "light" | "dark" | null;

  @Column({ type: "text", nullable: true })
  sidebar!: "expanded" | "collapsed" | null;

  /** IANA name: in which day something of theirs falls, and when their quiet hours are. */
  @Column({ name: "time_zone", type: "text", nullable: true })
  timeZone!: string | null;

  @Column({ type: "text", nullable: true })
  gender!: "female" | "male" | null;

  /** Where they work: holidays differ from place to place. */
  @Column({ type: "text", nullable: true })
  location!: string | null;

  @Column({ name: "joined_on", type: "date", nullable: true })
  joinedOn!: string | null;

  @Column({ name: "left_on", type: "date", nullable: true })
  leftOn!: string | null;

  /** As the organisation numbers its people. */
  @Column({ name: "employee_id", type: "text", nullable: true })
  employeeId!: string | null;

  @Column({ name: "phone_number", type: "text", nullable: true })
  phoneNumber!: string | null;

  @Column({ name: "slack_id", type: "text", nullable: true })
  slackId!: string | null;

  @Column({ name: "contract_type", type: "text", nullable: true })
  contractType!: ContractType | null;

  @Column({ name: "contract_start", type: "date", nullable: true })
  contractStart!: string | null;

  @Column({ name: "contract_end", type: "date", nullable: true })
  contractEnd!: string | null;

  @Column({ name: "signature_file_id", type: "bigint", nullable: true })
  signatureFileId!: number | null;

  /** Set while they have been invited and have no password of their own. */
  @Column({ name: "invited_at", type: "timestamptz", nullable: true })
  invitedAt!: Date | null;

  @Column({ type: "int", default: 1 })
  version!: number;

  @Column({ name: "created_at", type: "timestamptz", default: () => "now()" })
  createdAt!: Date;
}
