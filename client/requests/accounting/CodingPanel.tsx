import { Suspense } from "react";
import type { RequestPanelProps } from "../../approvals/approvals/approvals.slots";
import { useText } from "../../platform/intl/useText";
import { useCan } from "../../platform/session";
import { Panel } from "../../ui/Panel";
import { lazyScreenPart } from "../../ui/states/chunks";

const CodingForm = lazyScreenPart(async () => (await import("./CodingForm")).CodingForm);

const permissions = { finance: "payment-pay", expense: "expense-pay" } as const;
const codedStatuses: readonly string[] = ["approved", "paid", "archived"];

/** Accounts, tax keys and cost centres of an approved request, for those who export it. */
export function CodingPanel({ request: { id, family, status } }: { request: RequestPanelProps }) {
  const text = useText();
  const can = useCan();
  if (family !== "finance" && family !== "expense") return null;
  if (!codedStatuses.includes(status) || !can("payment-pay") || !can(permissions[family])) return null;
  return (
    <Panel title={text("accounting.coding")} padded>
      <Suspense>
        <CodingForm id={id} />
      </Suspense>
    </Panel>
  );
}
