import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from "typeorm";
import type { Answers, FormDefinition } from "../../shared/forms/forms.definition";

@Entity("form")
export class FormEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  /** What is being changed; null where that is what is published. */
  @Column("jsonb", { nullable: true })
  draft!: FormDefinition | null;

  @Column("timestamptz", { name: "saved_at" })
  savedAt!: Date;

  @Column("bigint", { name: "saved_by", nullable: true })
  savedBy!: number | null;

  /** The number of the version that is filled in. */
  @Column("int", { nullable: true })
  published!: number | null;

  @Column("boolean")
  active!: boolean;

  @Column("int")
  version!: number;
}

@Entity("form_version")
export class FormVersionEntity {
  @PrimaryGeneratedColumn("identity", { type: "bigint", generatedIdentity: "BY DEFAULT" })
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("bigint", { name: "form_id" })
  formId!: number;

  @Column("int")
  number!: number;

  @Column("jsonb")
  definition!: FormDefinition;

  @Column("bigint", { name: "published_by", nullable: true })
  publishedBy!: number | null;
}

@Entity("form_request")
export class FormRequestEntity {
  @PrimaryColumn("bigint")
  id!: number;

  @Column("bigint", { name: "tenant_id" })
  tenantId!: number;

  @Column("bigint", { name: "form_id" })
  formId!: number;

  @Column("int", { name: "form_version" })
  formVersion!: number;

  @Column("jsonb")
  answers!: Answers;
}
