/**
 * The domains, lowest first, and their features in the same order. A feature may import itself, features before it in its domain, and all
 * features of the domains before its own; this holds for `client`, `server`, `shared` and `workers` alike. Features in brackets are
 * siblings, which may not import each other. A feature that isn't listed comes last in its domain. The base layers (`shared/kernel` and the folders `platform`, `ui`, `undo`) come before all
 * domains. docs/architecture.md explains the order.
 * @type {Record<string, readonly (string | readonly string[])[]>}
 */
export const domains = {
  work: [
    "access",
    "comments",
    "attachments",
    "watchers",
    "activity",
    "projects",
    "schedules",
    "time",
    "fields",
    "bin",
    "tasks",
    "series",
    "clients",
    "my-work",
    "timeline",
    "calendar",
    "views",
    "templates",
    "demo-todos",
    "project-export",
    "imports",
  ],
  communication: ["notifications", "news"],
  approvals: ["approvals", "documents", "delegation", "inbox"],
  identity: ["session", "viewing", "security"],
  billing: ["subscription"],
  people: [
    "organization",
    "groups",
    "departments",
    "positions",
    "acting",
    "vacancies",
    "people",
    "onboarding",
    "employment",
    "schedules",
    "bank-accounts",
    "payroll",
    "org-chart",
    "profile",
  ],
  requests: ["money", "accounts", "suppliers", "payments", ["forms", "finance", "expenses", "leave"]],
  bookings: ["resources", "rooms", "cars", "drivers", "equipment", "bookings", "trips"],
  insights: ["analytics", "booking-reports", "dashboard", "exports", "search"],
  administration: ["roles", "tenants", "audit", "scim"],
  operations: ["backup", "restore", "upgrade", "doctor", "operator"],
};

/** Base layers of the client, lowest first: each may import the layers before it. */
export const clientBases = ["locales", "platform", "ui", "undo"];

/** Ranks of features, and of features that aren't listed by their domain. @type {Map<string, number>} */
const ranks = new Map();
for (const [domain, features] of Object.entries(domains)) {
  for (const siblings of features) {
    const rank = ranks.size;
    for (const feature of typeof siblings === "string" ? [siblings] : siblings) ranks.set(`${domain}/${feature}`, rank);
  }
  ranks.set(domain, ranks.size);
}

/** @param {string} feature */
const rankOf = (feature) => ranks.get(feature) ?? ranks.get(feature.split("/")[0] ?? "");

/**
 * The feature of a project path in `client`, `server`, `shared` or `workers`: `work/tasks`. Undefined outside the domains.
 * @param {string} file
 */
export function featureOf(file) {
  const [, domain = "", feature = ""] = file.split("/");
  return domain in domains ? `${domain}/${feature}` : undefined;
}

/**
 * Whether a feature may import another one.
 * @param {string} from @param {string} to both as returned by `featureOf`
 */
export function mayImport(from, to) {
  if (from === to) return true;
  const [own, other] = [rankOf(from), rankOf(to)];
  return own !== undefined && other !== undefined && other < own;
}
