import type pg from "pg";
import type { FileStore } from "../files/file-store";
import type { Random } from "./demo.random";
import type { DemoLog, LoggedEvent } from "./demo.rows";
import type { DemoTenant } from "./demo.tenant";

export interface TenantDemo {
  log: DemoLog;
  random: Random;
  tenant: DemoTenant;
}

export interface EventsDemo {
  log: DemoLog;
  random: Random;
  now: Date;
  /** All events in the order of time, with the ids of their rows. */
  events: readonly (LoggedEvent & { id: number })[];
  /** Ids of the users that visitors of the demo choose from. */
  accountIds: ReadonlySet<number>;
}

/** The transaction acts as the tenant's administrator. */
export interface StoredDemo {
  client: pg.Client;
  log: DemoLog;
  tenantId: number;
}

export interface DatabaseDemo {
  client: pg.Client;
  tenantId: number;
  /** The tenant's main domain. */
  domain: string;
  now: Date;
  /** Without it, no file has content. */
  files: FileStore | undefined;
  /** Whether the payment sandbox is used. */
  atSandbox: boolean;
}

type DemoFunction<Context> = (context: Context) => void | Promise<void>;

/**
 * The steps that write the demo, in their order, by phase. Each step belongs to the manifest of a feature (`ServerFeature.demo`);
 * `server/demo/demo.steps.ts` does not compile while one is missing. A step may read the rows that earlier steps have added.
 */
export const demoSteps = {
  /** Adds the rows and events of each tenant. */
  everyTenant: ["employment", "schedules", "projects", "templates"],
  /** The same, for tenants with a paid plan. */
  paidTenant: [
    "leave",
    "accounts",
    "suppliers",
    "bankAccounts",
    "finance",
    "expenses",
    "payments",
    "forms",
    "approvalRules",
    "bookings",
    "requestHistory",
    "news",
  ],
  /** Adds rows once all tenants have theirs. */
  allTenants: ["timeSheets"],
  /** Adds rows that follow from the events. */
  events: ["inboxes"],
  /** Runs statements once the rows of a tenant are stored. */
  rowsStored: ["joiners", "auditLog", "invitations"],
  /** Runs statements once the events of a tenant are stored. */
  eventsStored: ["analytics"],
  /** Runs statements for the first tenant, at the end. */
  database: ["branding", "subscription", "photos", "guests", "payroll"],
} as const;

interface DemoContexts {
  everyTenant: TenantDemo;
  paidTenant: TenantDemo;
  allTenants: { log: DemoLog; now: Date };
  events: EventsDemo;
  rowsStored: StoredDemo;
  eventsStored: StoredDemo;
  database: DatabaseDemo;
}

export type DemoPhase = keyof typeof demoSteps;
export type DemoContext<Phase extends DemoPhase> = DemoContexts[Phase];
type PhaseOf<Step extends string> = {
  [Phase in DemoPhase]: Step extends (typeof demoSteps)[Phase][number] ? Phase : never;
}[DemoPhase];

/** Functions are loaded when the demo is written, because they need memory and most servers never run them. */
export type AllDemoSteps = {
  readonly [Step in (typeof demoSteps)[DemoPhase][number]]: () => Promise<DemoFunction<DemoContexts[PhaseOf<Step>]>>;
};
