import { Column, Entity } from "typeorm";
import { ContinuedRow, TenantRow } from "../../platform/database/tenant-rows";
import type { FormAnswers, FormDefinition } from "../../../shared/requests/forms/forms.definition";

@Entity("form")
export class FormEntity extends TenantRow {
  /** Unpublished changes; null when there are none. */
  @Column("jsonb", { nullable: true })
  draft!: FormDefinition | null;

  @Column("timestamptz", { name: "saved_at" })
  savedAt!: Date;

  @Column("bigint", { name: "saved_by", nullable: true })
  savedBy!: number | null;

  @Column("int", { nullable: true })
  published!: number | null;

  @Column("boolean")
  active!: boolean;

  @Column("int")
  version!: number;
}

@Entity("form_version")
export class FormVersionEntity extends TenantRow {
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
export class FormRequestEntity extends ContinuedRow {
  @Column("bigint", { name: "form_id" })
  formId!: number;

  @Column("int", { name: "form_version" })
  formVersion!: number;

  @Column("jsonb")
  answers!: FormAnswers;
}
