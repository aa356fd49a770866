import { Column, Entity } from "typeorm";
import { personJson } from "../../platform/database/person-json";
import { TenantRow } from "../../platform/database/tenant-rows";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { Actor as Person } from "../../../shared/kernel/events";
import type { ApproverKind, ChainStep } from "../../../shared/approvals/approvals/approvals.chain.rules";

@Entity("request")
export class RequestEntity extends TenantRow {
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

  @Column("int")
  round!: number;

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

export interface RequestRow {
  id: number;
  /** Kind of request, such as leave or finance. */
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

/** Columns of `RequestRow`, selected from `request r` and its requester, `app_user u`. */
export const requestColumns = `
  r.id, r.family, r.type, r.status, r.round, r.step, r.version, r.requester_id AS "requesterId",
  r.department_id AS "departmentId", r.sent_at AS "sentAt", r.decided_at AS "decidedAt", r.created_at AS "createdAt",
  ${personJson("u")} AS requester`;

export interface CurrentStep {
  id: number;
  position: number;
  approver_id: number | null;
  role_id: number | null;
  meant_id: number | null;
  approver: ApproverKind;
  route: ChainStep["route"] | "escalated" | "last_resort" | "handed";
  since: Date;
  remindedAt: Date | null;
}
