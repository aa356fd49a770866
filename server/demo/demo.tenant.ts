import { permissions } from "../../shared/access";
import { type RoleCode, roleCodes, seededRoles } from "../administration/roles/seeded-roles";
import type { DemoPerson, DemoTenant, DemoUser } from "../platform/demo/demo.tenant";
import {
  type acmeClients,
  parentDepartments,
  departmentHeads,
  demoDepartments,
  positionDescriptions,
} from "./demo.people";
import { dayMs } from "../platform/demo/demo.calendar";
import { type DemoLog, isoInstantOf } from "../platform/demo/demo.rows";
import { currentPaidMonth } from "../billing/subscription/demo/demo.subscription";
import { demoPrivateRecord, demoEmployeeRecord } from "../people/employment/demo/demo.records";

export interface DemoOrganization {
  name: string;
  domains: readonly string[];
  mailDomain: string;
  website: string;
  timeZone: string;
  plan: "free" | "business";
  people: readonly DemoPerson[];
  groups: Readonly<Record<string, readonly string[]>>;
  clients: typeof acmeClients | readonly [];
}

/** Adds the tenant with its roles, departments, clients, users and groups. */
export function writeTenant(log: DemoLog, organization: DemoOrganization, passwordHash: string, now: Date): DemoTenant {
  const id = log.id("tenant");
  const paid = organization.plan !== "free";
  const month = currentPaidMonth(now);
  log.add("tenant", {
    id,
    name: organization.name,
    website: organization.website,
    time_zone: organization.timeZone,
    active: true,
    plan: organization.plan,
    billing_period: paid ? "monthly" : null,
    plan_starts_at: isoInstantOf(paid ? month.start * 1000 : now.getTime() - 120 * dayMs),
    plan_ends_at: paid ? isoInstantOf(month.end * 1000) : null,
    auto_renew: paid,
    created_at: isoInstantOf(now.getTime() - 400 * dayMs),
  });
  organization.domains.forEach((domain, index) =>
    log.add("tenant_domain", { domain, tenant_id: id, main: index === 0 }),
  );
  const tenant: DemoTenant = {
    id,
    name: organization.name,
    now,
    people: organization.people,
    departments: writeDepartments(log, id, organization),
    clients: writeClients(log, id, organization),
    users: new Map(),
    groups: new Map(),
  };
  writePeople(log, tenant, organization, passwordHash);
  return tenant;
}

function writeDepartments(log: DemoLog, tenantId: number, organization: DemoOrganization): Map<string, number> {
  const codes = new Set(organization.people.map((person) => person.department));
  const ids = new Map<string, number>();
  for (const code of Object.keys(demoDepartments)) if (codes.has(code)) ids.set(code, log.id("department"));
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

function writeClients(log: DemoLog, tenantId: number, organization: DemoOrganization): Map<string, number> {
  const ids = new Map<string, number>();
  for (const client of organization.clients) {
    ids.set(client.code, log.id("client"));
    const email = `office@${client.code.toLowerCase()}.test`;
    log.add("client", { id: ids.get(client.code), tenant_id: tenantId, ...client, email });
  }
  return ids;
}

function writePeople(log: DemoLog, tenant: DemoTenant, organization: DemoOrganization, passwordHash: string): void {
  const roleIds = new Map(roleCodes.map((code) => [code, log.id("role")]));
  for (const code of roleCodes) {
    const { name, permissions: granted } = seededRoles[code];
    const list = permissions.filter((permission) => granted.includes(permission));
    log.add("role", { id: roleIds.get(code), tenant_id: tenant.id, code, name, permissions: list });
  }
  const positions = new Map<string, number>();
  for (const { position } of organization.people) {
    if (!position || positions.has(position)) continue;
    positions.set(position, log.id("position"));
    const description = positionDescriptions[position] ?? null;
    log.add("position", { id: positions.get(position), tenant_id: tenant.id, title: position, description });
  }
  const users = tenant.users as Map<string, DemoUser>;
  for (const { key, fullname } of organization.people)
    users.set(key, { id: log.id("app_user"), fullname, image: null });
  for (const [at, person] of organization.people.entries()) {
    log.add("app_user", {
      id: users.get(person.key)?.id,
      tenant_id: tenant.id,
      email: person.email ?? `${mailName(person.fullname)}@${organization.mailDomain}`,
      fullname: person.fullname,
      password_hash: passwordHash,
      role_id: roleIds.get(person.role as RoleCode),
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
    }
    // The initial password is part of the password history.
    log.add("password_history", {
      tenant_id: tenant.id,
      user_id: users.get(person.key)?.id,
      password_hash: passwordHash,
    });
  }
  for (const [code, person] of departmentHeads) {
    const [id, head] = [tenant.departments.get(code), users.get(person)];
    if (id && head) log.add("department_head", { tenant_id: tenant.id, department_id: id, head_id: head.id });
  }
  const groups = tenant.groups as Map<string, { id: number; title: string; people: readonly string[] }>;
  for (const [title, people] of Object.entries(organization.groups)) {
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
