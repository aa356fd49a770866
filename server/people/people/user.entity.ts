import { Column, Entity } from "typeorm";
import { VersionedRow } from "../../platform/database/tenant-rows";
import type { Language } from "../../../shared/kernel/languages";
import type { ContractType } from "../../../shared/people/people/people.fields";

@Entity("app_user")
export class UserEntity extends VersionedRow {
  /** Email address in lower case. */
  @Column({ type: "text" })
  email!: string;

  @Column({ type: "text" })
  fullname!: string;

  /** URL of the profile picture. */
  @Column({ name: "image", type: "text", nullable: true })
  imageUrl!: string | null;

  @Column({ name: "image_file_id", type: "bigint", nullable: true })
  imageFileId!: number | null;

  /** Selected only by the session module. */
  @Column({ name: "password_hash", type: "text", select: false })
  passwordHash!: string;

  /** Whether the password was set by another user and must be changed at the next sign-in. */
  @Column({ name: "password_given", type: "boolean", default: false })
  passwordGiven!: boolean;

  @Column({ name: "role_id", type: "bigint" })
  roleId!: number;

  @Column({ name: "position_id", type: "bigint", nullable: true })
  positionId!: number | null;

  @Column({ name: "department_id", type: "bigint", nullable: true })
  departmentId!: number | null;

  @Column({ name: "parent_id", type: "bigint", nullable: true })
  managerId!: number | null;

  @Column({ type: "boolean", default: true })
  active!: boolean;

  /** Whether the user is external. External users see only projects they are members of. */
  @Column({ type: "boolean", default: false })
  external!: boolean;

  @Column({ type: "text", nullable: true })
  language!: Language | null;

  @Column({ type: "text", nullable: true })
  theme!: "light" | "dark" | null;

  @Column({ type: "text", nullable: true })
  sidebar!: "expanded" | "collapsed" | null;

  /** IANA name; determines the user's local day and quiet hours. */
  @Column({ name: "time_zone", type: "text", nullable: true })
  timeZone!: string | null;

  @Column({ type: "text", nullable: true })
  gender!: "female" | "male" | null;

  /** Location of work, on which holidays depend. */
  @Column({ type: "text", nullable: true })
  location!: string | null;

  @Column({ name: "joined_on", type: "date", nullable: true })
  joinedOn!: string | null;

  @Column({ name: "left_on", type: "date", nullable: true })
  leftOn!: string | null;

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

  /** Set while the user is invited and hasn't chosen a password. */
  @Column({ name: "invited_at", type: "timestamptz", nullable: true })
  invitedAt!: Date | null;

  @Column({ name: "created_at", type: "timestamptz", default: () => "now()" })
  createdAt!: Date;
}
