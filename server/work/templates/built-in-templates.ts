import type { ColumnKind } from "../../../shared/work/tasks/tasks.schema";

interface BuiltInTask {
  /** Days from the chosen day to the due date; negative before it. */
  due: number;
  role?: string;
  subtasks?: readonly string[];
}

/**
 * A template of the product. Its texts are in the shared catalog: `projectTemplate.<code>.title`, `.description`, `.day` (what the chosen
 * day is), `.<task>` and `.<task>.<subtask>`; those of columns and roles are `projectTemplate.column.<name>` and `.role.<name>`.
 */
interface BuiltInTemplate {
  /** Columns in their order, the tasks begin in the first one; `todo`, `doing` and `done` are the columns of every new project. */
  columns: Readonly<Record<string, ColumnKind>>;
  roles: readonly string[];
  tasks: Readonly<Record<string, BuiltInTask>>;
}

const usualColumns = { todo: "todo", doing: "doing", done: "done" } as const;
const reviewColumns = { todo: "todo", doing: "doing", review: "doing", done: "done" } as const;
const orderColumns = { todo: "todo", doing: "doing", ordered: "doing", done: "done" } as const;

export const builtInTemplates: Readonly<Record<string, BuiltInTemplate>> = {
  onboarding: {
    columns: usualColumns,
    roles: ["manager", "hr", "it", "buddy"],
    tasks: {
      contract: { due: -21, role: "hr" },
      equipment: { due: -14, role: "it", subtasks: ["laptop", "phone", "keys"] },
      accounts: { due: -3, role: "it" },
      plan: { due: -3, role: "manager" },
      welcome: { due: 0, role: "buddy" },
      safety: { due: 4, role: "hr" },
      month: { due: 30, role: "manager" },
    },
  },
  recruiting: {
    columns: { preparation: "todo", interviews: "doing", decision: "doing", done: "done" },
    roles: ["manager", "hr"],
    tasks: {
      profile: { due: -14, role: "manager" },
      advert: { due: -5, role: "hr" },
      publish: { due: 0, role: "hr", subtasks: ["website", "boards", "team"] },
      screen: { due: 21, role: "hr" },
      interview: { due: 35, role: "manager" },
      decide: { due: 42, role: "manager" },
      contract: { due: 49, role: "hr" },
    },
  },
  officeMove: {
    columns: orderColumns,
    roles: ["lead", "it", "facilities"],
    tasks: {
      notice: { due: -180, role: "facilities" },
      company: { due: -60, role: "facilities" },
      network: { due: -60, role: "it" },
      seats: { due: -42, role: "lead" },
      address: { due: -21, role: "lead", subtasks: ["authorities", "customers", "website"] },
      pack: { due: -2, role: "lead" },
      handover: { due: 14, role: "facilities" },
    },
  },
  event: {
    columns: orderColumns,
    roles: ["lead", "marketing"],
    tasks: {
      goal: { due: -90, role: "lead" },
      venue: { due: -75, role: "lead" },
      programme: { due: -45, role: "lead" },
      invite: { due: -35, role: "marketing" },
      catering: { due: -14, role: "lead" },
      technology: { due: -1, role: "lead" },
      thanks: { due: 7, role: "marketing" },
    },
  },
  tradeFair: {
    columns: orderColumns,
    roles: ["lead", "marketing"],
    tasks: {
      register: { due: -180, role: "lead" },
      stand: { due: -90, role: "marketing" },
      travel: { due: -60, role: "lead" },
      material: { due: -30, role: "marketing" },
      appointments: { due: -21, role: "lead" },
      setup: { due: -1, role: "lead" },
      followUp: { due: 14, role: "marketing" },
    },
  },
  monthlyClosing: {
    columns: reviewColumns,
    roles: ["finance", "hr"],
    tasks: {
      receipts: { due: -2, role: "finance" },
      invoices: { due: 3, role: "finance" },
      bank: { due: 3, role: "finance" },
      payroll: { due: 4, role: "hr" },
      accruals: { due: 5, role: "finance" },
      vat: { due: 10, role: "finance" },
      report: { due: 12, role: "finance" },
    },
  },
  productLaunch: {
    columns: reviewColumns,
    roles: ["lead", "marketing"],
    tasks: {
      price: { due: -60, role: "lead" },
      message: { due: -45, role: "marketing" },
      pilot: { due: -30, role: "lead" },
      sales: { due: -14, role: "lead" },
      website: { due: -7, role: "marketing" },
      announce: { due: 0, role: "marketing" },
      review: { due: 28, role: "lead" },
    },
  },
  website: {
    columns: reviewColumns,
    roles: ["lead", "marketing", "it"],
    tasks: {
      structure: { due: -90, role: "lead" },
      design: { due: -60, role: "marketing" },
      content: { due: -30, role: "marketing" },
      build: { due: -21, role: "it" },
      accessibility: { due: -7, role: "it" },
      redirects: { due: -3, role: "it" },
      live: { due: 0, role: "lead" },
    },
  },
  audit: {
    columns: { todo: "todo", doing: "doing", auditor: "doing", done: "done" },
    roles: ["lead", "finance"],
    tasks: {
      scope: { due: -45, role: "lead" },
      documents: { due: -14, role: "finance" },
      selfCheck: { due: -10, role: "lead" },
      room: { due: -7, role: "lead" },
      interviews: { due: 3, role: "lead" },
      report: { due: 21, role: "finance" },
      measures: { due: 60, role: "lead" },
    },
  },
  campaign: {
    columns: reviewColumns,
    roles: ["lead", "marketing"],
    tasks: {
      briefing: { due: -45, role: "lead" },
      budget: { due: -40, role: "lead" },
      ideas: { due: -30, role: "marketing" },
      material: { due: -14, role: "marketing" },
      channels: { due: -14, role: "marketing" },
      start: { due: 0, role: "marketing" },
      evaluate: { due: 30, role: "lead" },
    },
  },
};
