import { permissions } from "../../shared/access";
import { roleCodes, seededRoles } from "../administration/roles/seeded-roles";
import { writeForms } from "./demo.forms";
import { type DemoTenant, type DemoUser, writeProject } from "./demo.history";
import { writeFinance } from "./finance/demo.finance";
import { writeLeave } from "./demo.leave";
import { writeRequestHistory } from "./demo.requests";
import {
  type acmeClients,
  type DemoPerson,
  parentDepartments,
  departmentHeads,
  demoDepartments,
  positionDescriptions,
} from "./demo.people";
import type { DemoProject } from "./demo.project";
import type { Random } from "./demo.random";
import { dayMs } from "./demo.calendar";
import { type DemoLog, isoInstantOf } from "./demo.rows";
import { currentPaidMonth } from "./demo.subscription";
import { demoPrivateRecord, demoEmployeeRecord, writeHistory } from "./demo.records";
import { writeSchedules } from "./demo.schedules";
import { writeBookingRequests } from "./bookings/demo.booking-requests";
import { writeBookings } from "./bookings/demo.bookings";
import { writePastBookings } from "./bookings/demo.past-bookings";
import { writeLentEquipment } from "./bookings/demo.equipment";
import { writePlaces } from "./bookings/demo.places";
import { writeNews } from "./news/demo.news";

interface Planned {
  person: string;
  type: "promotion" | "change";
  reason: string;
  field: "contract_type" | "location";
  after: string;
}

const planned: readonly Planned[] = [
  { person: "ruben", type: "change", reason: "Stays for good", field: "contract_type", after: "full_time_contract" },
  { person: "grace", type: "promotion", reason: "Leads the team in Mersin", field: "location", after: "Mersin" },
];

function writePlannedChanges(log: DemoLog, tenant: DemoTenant, people: readonly DemoPerson[]): void {
  const hr = people.find(({ role }) => role === "hr");
  const actorId = hr && tenant.users.get(hr.key)?.id;
  planned.forEach(({ person, type, reason, field, after }, months) => {
    const at = people.findIndex(({ key }) => key === person);
    const userId = tenant.users.get(person)?.id;
    if (!userId || !actorId) return;
    const first = new Date(tenant.now);
    first.setUTCDate(1);
    first.setUTCMonth(first.getUTCMonth() + 2 + months);
    const before = demoEmployeeRecord(people[at] as DemoPerson, at, tenant.now)[field];
    if (before === after) return;
    const id = log.id("employment_change");
    const owner = { tenant_id: tenant.id, user_id: userId };
    log.add("employment_change", {
      id,
      ...owner,
      type,
      effective_on: isoInstantOf(first.getTime()).slice(0, 10),
      reason,
      requested_by: actorId,
      created_at: isoInstantOf(tenant.now.getTime() - 3 * dayMs),
    });
    log.add("employment_change_field", { ...owner, change_id: id, field, before, after });
  });
}

export interface DemoOrganisation {
  name: string;
  domains: readonly string[];
  mailDomain: string;
  website: string;
  timeZone: string;
  plan: "free" | "business";
  people: readonly DemoPerson[];
  groups: Readonly<Record<string, readonly string[]>>;
  clients: typeof acmeClients | readonly [];
  projects: readonly DemoProject[];
}

export function writeTenant(
  log: DemoLog,
  random: Random,
  organisation: DemoOrganisation,
  passwordHash: string,
  now: Date,
): number {
  const id = log.id("tenant");
  const paid = organisation.plan !== "free";
  const month = currentPaidMonth(now);
  log.add("tenant", {
    id,
    name: organisation.name,
    website: organisation.website,
    time_zone: organisation.timeZone,
    active: true,
    plan: organisation.plan,
    billing_period: paid ? "monthly" : null,
    plan_starts_at: isoInstantOf(paid ? month.start * 1000 : now.getTime() - 120 * dayMs),
    plan_ends_at: paid ? isoInstantOf(month.end * 1000) : null,
    auto_renew: paid,
    created_at: isoInstantOf(now.getTime() - 400 * dayMs),
  });
  organisation.domains.forEach((domain, index) =>
    log.add("tenant_domain", { domain, tenant_id: id, main: index === 0 }),
  );
  const tenant: DemoTenant = {
    id,
    now,
    departments: writeDepartments(log, id, organisation),
    clients: writeClients(log, id, organisation),
    users: new Map(),
    groups: new Map(),
  };
  writePeople(log, tenant, organisation, passwordHash);
  for (const project of organisation.projects) writeProject(log, random, tenant, project);
  if (paid) {
    writeLeave(log, tenant, organisation.people);
    writeFinance(log, tenant, organisation.people);
    writeForms(log, tenant, organisation.people);
    writeRules(log, tenant);
    const places = writePlaces(log, tenant);
    writeBookings(log, tenant, places);
    writePastBookings(log, tenant, places);
    writeLentEquipment(log, tenant, places.equipment);
    writeBookingRequests(log, tenant);
    writeRequestHistory(log, tenant);
    writeNews(log, tenant);
  }
  return id;
}

function writeDepartments(log: DemoLog, tenantId: number, organisation: DemoOrganisation): Map<string, number> {
  const used = new Set(organisation.people.map((person) => person.department));
  const ids = new Map<string, number>();
  for (const code of Object.keys(demoDepartments)) if (used.has(code)) ids.set(code, log.id("department"));
  for (const [code, id] of ids) {
    const name = demoDepartments[code];
    const above = parentDepartments[code];
    const parent_id = above ? (ids.get(above) ?? null) : null;
    // Minimum number of employees present, for the largest department only.
    const minimum_present = code === "DIG" ? 8 : null;
    log.add("department", { id, tenant_id: tenantId, name, code, parent_id, minimum_present });
  }
  return ids;
}

function writeClients(log: DemoLog, tenantId: number, organisation: DemoOrganisation): Map<string, number> {
  const ids = new Map<string, number>();
  for (const client of organisation.clients) {
    ids.set(client.code, log.id("client"));
    const email = `office@${client.code.toLowerCase()}.test`;
    log.add("client", { id: ids.get(client.code), tenant_id: tenantId, ...client, email });
  }
  return ids;
}

function writePeople(log: DemoLog, tenant: DemoTenant, organisation: DemoOrganisation, passwordHash: string): void {
  const roleIds = new Map(roleCodes.map((code) => [code, log.id("role")]));
  for (const code of roleCodes) {
    const { name, permissions: held } = seededRoles[code];
    const list = permissions.filter((permission) => held.includes(permission));
    log.add("role", { id: roleIds.get(code), tenant_id: tenant.id, code, name, permissions: list });
  }
  const positions = new Map<string, number>();
  for (const { position } of organisation.people) {
    if (!position || positions.has(position)) continue;
    positions.set(position, log.id("position"));
    const description = positionDescriptions[position] ?? null;
    log.add("position", { id: positions.get(position), tenant_id: tenant.id, title: position, description });
  }
  const users = tenant.users as Map<string, DemoUser>;
  for (const { key, fullname } of organisation.people)
    users.set(key, { id: log.id("app_user"), fullname, image: null });
  for (const [at, person] of organisation.people.entries()) {
    log.add("app_user", {
      id: users.get(person.key)?.id,
      tenant_id: tenant.id,
      email: person.email ?? `${mailName(person.fullname)}@${organisation.mailDomain}`,
      fullname: person.fullname,
      password_hash: passwordHash,
      role_id: roleIds.get(person.role),
      position_id: person.position ? positions.get(person.position) : null,
      department_id: person.department ? tenant.departments.get(person.department) : null,
      parent_id: person.manager ? users.get(person.manager)?.id : null,
      external: person.role === "external",
      ...demoEmployeeRecord(person, at, tenant.now),
      created_at: isoInstantOf(tenant.now.getTime() - 300 * dayMs),
    });
    if (person.role !== "external") {
      const row = demoPrivateRecord(person, at, tenant.now);
      log.add("user_private", { tenant_id: tenant.id, user_id: users.get(person.key)?.id, ...row });
      writeHistory(log, tenant, organisation.people, at);
    }
    // The initial password is part of the password history.
    log.add("password_history", {
      tenant_id: tenant.id,
      user_id: users.get(person.key)?.id,
      password_hash: passwordHash,
    });
  }
  writePlannedChanges(log, tenant, organisation.people);
  writeSchedules(log, tenant);
  for (const [code, person] of departmentHeads) {
    const [id, head] = [tenant.departments.get(code), users.get(person)];
    if (id && head) log.add("department_head", { tenant_id: tenant.id, department_id: id, head_id: head.id });
  }
  const groups = tenant.groups as Map<string, { id: number; title: string; people: readonly string[] }>;
  for (const [title, people] of Object.entries(organisation.groups)) {
    const id = log.id("user_group");
    groups.set(title, { id, title, people });
    log.add("user_group", { id, tenant_id: tenant.id, title });
    for (const key of people) {
      log.add("user_group_member", { tenant_id: tenant.id, group_id: id, user_id: users.get(key)?.id });
    }
  }
}

/** Local part of the email: `Piotr Zieliński` becomes `piotr.zielinski`. */
function mailName(fullname: string): string {
  const plain = fullname
    .toLowerCase()
    .replace(/ø/g, "o")
    .replace(/ı/g, "i")
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "");
  return plain
    .split(/[^a-z]+/)
    .filter(Boolean)
    .join(".");
}

function writeRules(log: DemoLog, tenant: DemoTenant): void {
  const base = { tenant_id: tenant.id };
  const finance = log.rows.role?.find(({ tenant_id, code }) => tenant_id === tenant.id && code === "finance")?.id;
  const steps = [{ by: "manager" }, { by: "role", role_id: finance }];
  const director = { by: "user", user_id: tenant.users.get("soran")?.id };
  const rules = [
    ["Large amounts", { from_amount: "25000" }, [...steps, director]],
    ["Cash advances of the field", { types: ["cash_advance"], to_amount: "100" }, steps],
  ] as const;
  for (const [position, [name, condition, chain]] of rules.entries()) {
    const id = log.id("approval_rule");
    log.add("approval_rule", { ...base, id, family: "finance", position, name, condition, steps: chain });
  }
  // Longer than the age of any pending demo request, so that seeding triggers no reminder or escalation.
  const waiting = { remind_after: 10, remind_unit: "days", escalate_after: 20, escalate_unit: "days", version: 1 };
  log.add("approval_setting", { ...base, ...waiting });
}
