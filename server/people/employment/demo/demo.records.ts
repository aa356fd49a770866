import type { ContractType, Education } from "../../../../shared/people/people/people.fields";
import { dayMs } from "../../../platform/demo/demo.calendar";
import type { DemoPerson } from "../../../platform/demo/demo.tenant";
import type { DemoTenant } from "../../../platform/demo/demo.tenant";
import { isPartTimer } from "../../../work/schedules/demo/demo.schedules";
import { type DemoLog, isoInstantOf } from "../../../platform/demo/demo.rows";

/** Derived from the person's index, so that additions here don't change the rest of the demo. */
const turn = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

const places: Readonly<Record<string, string>> = { MGT: "Erbil", OPS: "Mersin", FLT: "Sulaymaniyah" };
const contracts: readonly ContractType[] = [
  "full_time_contract",
  "full_time_contract",
  "full_time_contract",
  "part_time_contract",
];
const degrees: readonly Education[] = ["bachelors", "masters", "diploma", "bachelors", "phd", "high_school"];
const streets = ["Gulan Street", "Salim Street", "Atatürk Caddesi", "Park Avenue", "Ring Road"];

const women = new Set(
  "layla amira ingrid minseo nora hana shilan bahar mariam zainab grace avin elif anna mei sarah rojin helen aiko".split(
    " ",
  ),
);

export function demoEmployeeRecord(person: DemoPerson, at: number, now: Date) {
  const joined = now.getTime() - (500 + ((at * 211) % 2_600)) * dayMs;
  if (person.role === "external") {
    return {
      gender: null,
      slack_id: null,
      contract_type: null,
      contract_start: null,
      contract_end: null,
      joined_on: null,
      employee_id: null,
      phone_number: `+351 22 555 01${30 + at}`,
      location: null,
    };
  }
  const since = isoInstantOf(joined).slice(0, 10);
  const temporary = person.key === "ruben";
  return {
    gender: women.has(person.key) ? "female" : "male",
    slack_id: `U${(70_412 + at * 3_917).toString(36).toUpperCase().padStart(7, "0")}`,
    contract_type: temporary ? "temporary" : isPartTimer(person.key) ? "part_time_contract" : turn(contracts, at),
    contract_start: since,
    // End of a temporary contract, after the planned change to a permanent one.
    contract_end: temporary ? isoInstantOf(now.getTime() + 100 * dayMs).slice(0, 10) : null,
    joined_on: since,
    employee_id: `ACM-${String(101 + at).padStart(4, "0")}`,
    phone_number: `+964 750 555 0${String(100 + at)}`,
    location: places[person.department ?? ""] ?? "Erbil",
  };
}

export function demoPrivateRecord(person: DemoPerson, at: number, now: Date) {
  const leads = person.role === "manager" || person.role === "administrator";
  const issued = now.getTime() - (200 + ((at * 97) % 900)) * dayMs;
  return {
    salary: String((leads ? 3_800 : 1_900) + ((at * 130) % 900)),
    currency: "USD",
    address: `${turn(streets, at)} ${(at * 7) % 90 || 3}`,
    city: places[person.department ?? ""] ?? "Erbil",
    credential_number: `A ${2_214_000 + at * 871}`,
    issued_on: isoInstantOf(issued).slice(0, 10),
    expires_on: isoInstantOf(issued + 1_826 * dayMs).slice(0, 10),
    last_degree: turn(degrees, at),
  };
}

/** Title of the previous position: deputy for leaders, junior for all other employees. */
function beforeThat(position: string): string {
  const leads = /^head |director|manager|lead$/i.test(position);
  const inside = /^[A-Z]{2}/.test(position) ? position : position.charAt(0).toLowerCase() + position.slice(1);
  return `${leads ? "Deputy" : "Junior"} ${inside}`;
}

export function writeHistory(log: DemoLog, tenant: DemoTenant, people: readonly DemoPerson[], at: number): void {
  const person = people[at] as DemoPerson;
  const userId = tenant.users.get(person.key)?.id;
  const hr = people.find(({ role }) => role === "hr") ?? people[0];
  const actorId = tenant.users.get(hr?.key ?? person.key)?.id;
  const { joined_on: joined, contract_type } = demoEmployeeRecord(person, at, tenant.now);
  const { salary } = demoPrivateRecord(person, at, tenant.now);
  const promoted = at % 3 === 0 && person.position !== undefined;
  const earlier = promoted ? beforeThat(person.position ?? "") : (person.position ?? null);
  const first = `${promoted ? Number(salary) - 350 : Number(salary)}.00 USD`;
  const entry = (type: "hiring" | "promotion", on: string, fields: Record<string, [string | null, string | null]>) => {
    const id = log.id("user_history");
    const owner = { tenant_id: tenant.id, user_id: userId };
    log.add("user_history", { id, ...owner, type, effective_on: on, actor_id: actorId, created_at: `${on}T08:00:00Z` });
    for (const [field, [before, after]] of Object.entries(fields))
      if (before !== after) log.add("user_history_field", { ...owner, history_id: id, field, before, after });
  };
  entry("hiring", joined ?? isoInstantOf(tenant.now.getTime()).slice(0, 10), {
    position: [null, earlier],
    contract_type: [null, contract_type],
    salary: [null, first],
  });
  if (!promoted) return;
  entry("promotion", isoInstantOf(tenant.now.getTime() - (90 + at * 7) * dayMs).slice(0, 10), {
    position: [earlier, person.position ?? null],
    salary: [first, `${salary}.00 USD`],
  });
}
