import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";
import type { RequestFamily } from "../../shared/requests/families";
import type { Actor as Person } from "../../shared/kernel/events";
import type { ApproverKind, ChainStep } from "../../shared/approvals/approvals.chain.rules";

/** A request of any family. */
@Entity("request")
export class RequestEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("text")
  family!: RequestFamily;

  @Column("bigint", { name: "requester_id" })
  requesterId!: number;

  @Column("bigint", { name: "department_id", nullable: true })
  departmentId!: number | null;

  @Column("text")
  type!: string;

  @Column("text")
  status!: string;

  /** How often it was sent. */
  @Column("int")
  round!: number;

  /** The place of the step that is asked now. */
  @Column("int")
  step!: number;

  @Column("int")
  version!: number;

  @Column("timestamptz", { name: "sent_at", nullable: true })
  sentAt!: Date | null;

  @Column("timestamptz", { name: "decided_at", nullable: true })
  decidedAt!: Date | null;

  @Column("timestamptz", { name: "created_at" })
  createdAt!: Date;

  @Column("timestamptz", { name: "updated_at" })
  updatedAt!: Date;
}

/** A request with who asks, as every family begins with. */
export interface RequestRow {
  id: number;
  family: RequestFamily;
  type: string;
  status: string;
  round: number;
  step: number;
  version: number;
  requesterId: number;
  departmentId: number | null;
  sentAt: Date | null;
  decidedAt: Date | null;
  createdAt: Date;
  requester: Person;
}

export interface AskedStep {
  id: number;
  position: number;
  approver_id: number | null;
  role_id: number | null;
  meant_id: number | null;
  approver: ApproverKind;
  route: ChainStep["route"] | "escalated" | "handed";
  since: Date;
  remindedAt: Date | null;
}
