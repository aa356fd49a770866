import type { ruleOptions } from "../../shared/approvals/approval-rules.contract";
import type { RequestFamily } from "../../shared/requests/families";
import type { ReplyOf } from "../../shared/kernel/endpoint";
import type { Actor } from "../platform/session";
import { wordsByLanguage } from "../platform/database/translations.sql";
import { sql, type Statement, type Tx } from "../platform/database/unit-of-work";
import { authorizeRules } from "./dry-run.service";

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
const leaveTypes = sql(
  "ruleOptions.leaveTypes",
  `SELECT id::text AS code, name, translations FROM leave_type
   WHERE tenant_id = current_tenant() AND active ORDER BY lower(name), id`,
);

const forms = sql(
  "ruleOptions.forms",
  `SELECT f.id::text AS code, v.definition->>'title' AS name, ${wordsByLanguage("v.definition->'translations'", "title")} AS translations
   FROM form f JOIN form_version v ON v.tenant_id = f.tenant_id AND v.form_id = f.id AND v.number = f.published
   WHERE f.tenant_id = current_tenant() AND f.active ORDER BY lower(v.definition->>'title'), f.id`,
);

/** What a request of a family can be: rows of a table, or codes that screens have words for. */
const types: Record<RequestFamily, Statement | readonly string[]> = {
  leave: leaveTypes,
  finance: ["purchase", "payment", "cash_advance"],
  form: forms,
};

/** What the rules of a family can name. @throws Problem 403. */
export async function ruleOptionsOf(tx: Tx, actor: Actor, family: RequestFamily): Promise<Options> {
  authorizeRules(actor, family);
  const source = types[family];
  return {
    types:
      "text" in source
        ? await tx.rows<Options["types"][number]>(source)
        : source.map((code) => ({ code, name: null, translations: {} })),
    departments: await tx.rows<Options["departments"][number]>(departments),
    roles: await tx.rows<Options["roles"][number]>(roles),
    people: await tx.rows<Options["people"][number]>(people),
  };
}
