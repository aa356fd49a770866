import { SegmentedControl } from "@mantine/core";
import { ruleMakersOf } from "../../shared/approvals/rule-makers.rules";
import { families, requestFamilies } from "../../shared/requests/families";
import { useText } from "../platform/intl/useText";
import { useCan, useHasFeature } from "../platform/session";
import { useAddress } from "../platform/address/useAddress";
import { EmptyState } from "../ui/states/EmptyState";
import { PageHead } from "../ui/PageHead";
import { ApprovalRules } from "./ApprovalRules";
import classes from "./ApprovalRules.module.css";
import { FourEyesPanel } from "./FourEyesPanel";
import { WaitingPanel } from "./WaitingPanel";

/** Who decides what, family by family, and what happens when a request waits too long. */
export function ApprovalSettingsPage() {
  const text = useText();
  const can = useCan();
  const has = useHasFeature();
  const [search, setSearch] = useAddress();
  const offered = requestFamilies.filter((family) => has(families[family].feature) && can(ruleMakersOf(family)));
  const family = offered.find((one) => one === search.get("of")) ?? offered[0];
  return (
    <>
      <PageHead
        title={text("title.approvalSettings")}
        tabs={
          offered.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={text("rules.family")}
              value={family}
              onChange={(of) => setSearch({ of }, { replace: true })}
              data={offered.map((one) => ({ value: one, label: text(`rules.family.${one}`) }))}
            />
          )
        }
      />
      <div className={classes.page}>
        {family ? <ApprovalRules key={family} family={family} /> : <EmptyState title={text("rules.noFamily")} />}
        {can("approval-rule-edit") && <FourEyesPanel />}
        {can("approval-rule-edit") && <WaitingPanel />}
      </div>
    </>
  );
}
