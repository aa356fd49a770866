import type { TenantDemo } from "../../../platform/demo/demo.steps";
import { areConditionsMet } from "../../../../shared/requests/forms/forms.conditions.rules";
import {
  type FormAnswers,
  type FormDefinition,
  type FormStep,
  newField,
} from "../../../../shared/requests/forms/forms.definition";
import { formLifecycle, type FormStepKind } from "../../../../shared/requests/forms/forms.workflow";
import type { WorkflowProgress } from "../../../../shared/approvals/approvals/approvals.workflow";
import { dayMs } from "../../../platform/demo/demo.calendar";
import { type DemoFilledForm, filledForms } from "./demo.forms.filled";
import { type DemoForm, demoForms, type DemoStep } from "./demo.forms.plan";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import type { DemoPerson } from "../../../platform/demo/demo.tenant";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";

export function writeForms({ log, tenant }: TenantDemo): void {
  const desk = new FormDesk(log, tenant, tenant.people);
  for (const form of demoForms) desk.make(form);
  // Latest request last, because lists are sorted by id.
  for (const filled of filledForms.toSorted((a, b) => b.ago - a.ago)) desk.fill(filled);
}

const hour = 3_600_000;

class FormDesk {
  private readonly forms = new Map<string, { id: number; definition: FormDefinition; published: number }>();
  private readonly now: number;

  constructor(
    private readonly log: DemoLog,
    private readonly tenant: DemoTenant,
    private readonly people: readonly DemoPerson[],
  ) {
    this.now = tenant.now.getTime();
  }

  make(plan: DemoForm): void {
    const { log, tenant } = this;
    const id = log.id("form");
    const definition = this.definitionOf(plan);
    const authorId = tenant.users.get("jonas")?.id;
    const note = { ...newField("hint", "f9"), label: "Please tell IT a week before you leave." };
    const changed = plan.draft ? { ...definition, fields: [...definition.fields, note] } : null;
    const draft = plan.published === 0 ? definition : changed;
    this.forms.set(plan.key, { id, definition, published: plan.published });
    log.add("form", {
      id,
      tenant_id: tenant.id,
      draft,
      saved_at: isoInstantOf(this.now - 3 * hour - id * dayMs),
      saved_by: authorId,
      published: plan.published || null,
      active: plan.active ?? true,
      version: 2 + plan.published,
      created_at: isoInstantOf(this.now - 260 * dayMs),
    });
    for (let number = 1; number <= plan.published; number++) {
      const age = plan.published - number;
      const fields = definition.fields.slice(0, definition.fields.length - age);
      log.add("form_version", {
        id: log.id("form_version"),
        tenant_id: tenant.id,
        form_id: id,
        number,
        definition: { ...definition, fields },
        published_at: isoInstantOf(this.now - (240 - number * 60) * dayMs),
        published_by: authorId,
      });
    }
  }

  private definitionOf({
    title,
    description,
    translations = {},
    fields,
    steps,
    departments,
  }: DemoForm): FormDefinition {
    return {
      title,
      description,
      translations,
      fields: [...fields],
      steps: steps.map((step, at) => this.stepOf(step, at)),
      audience: {
        everyone: !departments,
        role_ids: [],
        department_ids: (departments ?? []).map((code) => this.tenant.departments.get(code) as number),
      },
    };
  }

  private stepOf({ by, who, if: only }: DemoStep, at: number): FormStep {
    const rest = { id: `s${at + 1}`, only_if: only ? [{ field: only[0], op: only[1], value: only[2] }] : [] };
    if (by === "role") return { ...rest, by, role_id: this.role(who as string) };
    if (by === "user") return { ...rest, by, user_id: this.tenant.users.get(who as string)?.id as number };
    return { ...rest, by };
  }

  private role(code: string): number {
    const row = this.log.rows.role?.find((role) => role.tenant_id === this.tenant.id && role.code === code);
    return row?.id as number;
  }

  fill(plan: DemoFilledForm): void {
    const { log, tenant } = this;
    const form = this.forms.get(plan.form);
    const person = this.people.find(({ key }) => key === plan.who);
    if (!form || !person) return;
    const user = tenant.users.get(plan.who)?.id as number;
    const id = log.id("request");
    const at = Math.min(this.now - plan.ago * dayMs - (id % 6) * hour, this.now - hour);
    const answers = this.answersOf(plan.answers) as FormAnswers;
    const steps = form.definition.steps.filter(({ only_if }) => areConditionsMet(form.definition, only_if, answers));
    const { progress, decisionCount } = this.lived(plan, steps);
    const isSent = plan.end !== "draft";
    const decided = isSent && !formLifecycle.isWaiting(progress.status);
    const last = at + Math.max(1, decisionCount) * 20 * hour;
    log.add("request", {
      id,
      tenant_id: tenant.id,
      family: "form",
      requester_id: user,
      department_id: person.department ? tenant.departments.get(person.department) : null,
      type: String(form.id),
      status: progress.status,
      title: isSent ? form.definition.title : null,
      round: isSent ? 1 : 0,
      step: progress.at,
      version: isSent ? 2 + decisionCount : 1,
      sent_at: isSent ? isoInstantOf(at) : null,
      decided_at: decided ? isoInstantOf(last) : null,
      created_at: isoInstantOf(at),
      updated_at: isoInstantOf(decided ? last : at),
    });
    log.add("form_request", {
      id,
      tenant_id: tenant.id,
      family: "form",
      form_id: form.id,
      form_version: plan.version ?? form.published,
      answers,
    });
    if (isSent) this.writeSteps(plan, { id, steps, decisionCount, at, manager: this.managerOf(person) });
  }

  private managerOf(person: DemoPerson): number {
    const { users } = this.tenant;
    return (person.manager ? users.get(person.manager)?.id : users.get("soran")?.id) as number;
  }

  /** Derives the status by running the workflow; `decisionCount` is the number of decisions. */
  private lived(
    plan: DemoFilledForm,
    steps: readonly FormStep[],
  ): { progress: WorkflowProgress; decisionCount: number } {
    const hr = this.role("hr");
    const kinds = steps.map(
      (step): FormStepKind =>
        step.by === "manager" ? "manager" : step.by === "role" && step.role_id === hr ? "hr" : "other",
    );
    const yes = plan.end === "done" ? steps.length : (plan.yes ?? 0);
    const ends = { rejected: "REJECT", changes: "REQUEST_CHANGES", cancelled: "CANCEL" } as const;
    const end = plan.end in ends ? [ends[plan.end as keyof typeof ends]] : [];
    const actions = plan.end === "draft" ? [] : (["SEND", ...Array(yes).fill("APPROVE"), ...end] as const);
    const start: WorkflowProgress = { status: "draft", steps: kinds, at: 0 };
    const progress = actions.reduce<WorkflowProgress>(
      (now, action) => formLifecycle.after(now, action) as WorkflowProgress,
      start,
    );
    return { progress, decisionCount: yes + (plan.end === "rejected" || plan.end === "changes" ? 1 : 0) };
  }

  private writeSteps(
    plan: DemoFilledForm,
    of: { id: number; steps: readonly FormStep[]; decisionCount: number; at: number; manager: number },
  ): void {
    const { log, tenant } = this;
    const over = plan.end !== "waits" && plan.end !== "done";
    of.steps.forEach((step, position) => {
      const isLast = position === of.decisionCount - 1;
      const answered =
        isLast && plan.end === "rejected"
          ? "rejected"
          : isLast && plan.end === "changes"
            ? "changes_requested"
            : "approved";
      const waiting = over ? "dropped" : position === of.decisionCount ? "now" : "next";
      const state = position < of.decisionCount ? answered : waiting;
      const role = step.by === "role" ? step.role_id : null;
      const approver = step.by === "user" ? step.user_id : step.by === "manager" ? of.manager : null;
      const since = of.at + position * 20 * hour;
      log.add("request_step", {
        id: log.id("request_step"),
        tenant_id: tenant.id,
        request_id: of.id,
        round: 1,
        position,
        approver: step.by,
        route: "rule",
        approver_id: approver,
        role_id: role,
        state,
        since: state === "next" || (state === "dropped" && position > 0) ? null : isoInstantOf(since),
        note: isLast ? (plan.note ?? null) : null,
        ...(position < of.decisionCount
          ? { decided_at: isoInstantOf(since + 20 * hour), decided_by: approver ?? this.holderOf(role as number) }
          : {}),
      });
    });
  }

  private holderOf(role: number): number {
    const holder = this.log.rows.app_user?.find((user) => user.tenant_id === this.tenant.id && user.role_id === role);
    return holder?.id as number;
  }

  private answersOf(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.answersOf(one));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.answersOf(one)]));
    }
    const [kind, name] = typeof value === "string" ? value.split(":") : [];
    if (kind === "day") return isoInstantOf(this.now + Number(name) * dayMs).slice(0, 10);
    if (kind === "who") return this.tenant.users.get(name as string)?.id;
    if (kind === "dep") return this.tenant.departments.get(name as string);
    return value;
  }
}
