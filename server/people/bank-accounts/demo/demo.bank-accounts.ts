import { dayMs } from "../../../platform/demo/demo.calendar";
import { isoInstantOf } from "../../../platform/demo/demo.rows";
import type { TenantDemo } from "../../../platform/demo/demo.steps";

/** Bank accounts of people with advances or expenses. The first IBAN is confirmed by HR, the second one waits for it. */
const demoUserAccounts: readonly { who: string; ibans: readonly string[] }[] = [
  { who: "dara", ibans: ["IQ98NBIQ850123456789012"] },
  { who: "jihun", ibans: ["DE75512108001245126199"] },
  { who: "omar", ibans: ["IQ78NBIQ850000000067890", "GB33BUKB20201555555555"] },
  { who: "yusuf", ibans: ["TR330006100519786457841326"] },
];

export function writeBankAccounts({ log, tenant }: TenantDemo): void {
  const daysAgo = (days: number) => isoInstantOf(tenant.now.getTime() - days * dayMs);
  const hr = tenant.users.get("jonas")?.id;
  for (const { who, ibans } of demoUserAccounts) {
    const user_id = tenant.users.get(who)?.id;
    const holder = tenant.people.find(({ key }) => key === who)?.fullname;
    for (const [at, iban] of ibans.entries()) {
      const confirmed = at === 0;
      log.add("user_bank_account", {
        id: log.id("user_bank_account"),
        tenant_id: tenant.id,
        user_id,
        holder,
        iban,
        state: confirmed ? "confirmed" : "proposed",
        proposed_by: user_id,
        proposed_at: daysAgo(confirmed ? 300 : 2),
        decided_by: confirmed ? hr : null,
        decided_at: confirmed ? daysAgo(299) : null,
      });
    }
  }
}
