import type { ruleOptions } from "../../shared/approvals/approval-rules.contract";
import type { RequestFamily } from "../../shared/requests/families";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { Actor } from "../platform/session";
import { sql, type Tx } from "../platform/database/unit-of-work";
import { authorizeRules } from "./dry-run.service";
import { familyServices } from "./families";

type Options = ReplyOf<typeof ruleOptions>["data"];

const departments = sql(
  "ruleOptions.departments",
  "SELECT id, name FROM department WHERE tenant_id = current_tenant() ORDER BY lower(name), id",
);
const roles = sql(
  "ruleOptions.roles",
  "SELECT id, name, code FROM role WHERE tenant_id = current_tenant() AND code IS DISTINCT FROM 'external' ORDER BY id",
);
const people = sql(
  "ruleOptions.people",
  `SELECT id, fullname, image FROM app_user WHERE tenant_id = current_tenant() AND active AND NOT external
   ORDER BY lower(fullname), id`,
);
/** What the rules of a family can name. @throws Problem 403. */
export async function ruleOptionsOf(tx: Tx, actor: Actor, family: RequestFamily): Promise<Options> {
  authorizeRules(actor, family);
  return {
    types: await familyServices[family].types(tx),
    departments: await tx.rows<Options["departments"][number]>(departments),
    roles: await tx.rows<Options["roles"][number]>(roles),
    people: await tx.rows<Options["people"][number]>(people),
  };
}
